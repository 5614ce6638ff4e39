// The playground as a page of its own, which the reward service gives out: the way back leads to the service's page.

import "./style/base.css";
import "./style/pages.css";
import { render } from "preact";
import { useAddress } from "./address.ts";
import { Playground } from "./pages/playground.tsx";

function App() {
  const { query } = useAddress();
  return (
    <>
      <header class="top">
        <a class="mark" href="./" aria-label="Assay, rewards">
          <span class="logo" aria-hidden="true" />
          assay
        </a>
        <nav aria-label="Pages">
          <a href="./">Rewards</a>
          <a href="#/playground" aria-current="page">
            Playground
          </a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Playground query={query} />
      </main>
    </>
  );
}

render(<App />, document.getElementById("app")!);
