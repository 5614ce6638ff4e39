// The top of the pages of the reward service.

import type { ComponentChildren } from "preact";

interface ServiceTopProps {
  here: "rewards" | "playground";
  children?: ComponentChildren;
}

export const ServiceTop = ({ here, children }: ServiceTopProps) => (
  <header class="top">
    <a class="mark" href="./" aria-label="Assay, rewards">
      <span class="logo" aria-hidden="true" />
      assay
    </a>
    <nav aria-label="Pages">
      <a href="./" aria-current={here === "rewards" ? "page" : undefined}>
        Rewards
      </a>
      <a href="./playground" aria-current={here === "playground" ? "page" : undefined}>
        Playground
      </a>
    </nav>
    {children}
  </header>
);
