// The position in a list, with links to the previous and the next item and their keys.

import type { VNode } from "preact";
import { goTo } from "../address.ts";
import { useKeys } from "../keys.ts";
import { count } from "../words.ts";

/**
 * Binds the keys, and returns the links.
 * @param label the name of the list for screen readers
 * @param here the place in the list, from 0; below 0 if it is not in it
 * @param isEntered whether the list follows an item that is not in it
 */
export function useSteps(
  label: string,
  here: number,
  of: number,
  addressAt: (place: number) => string | undefined,
  isEntered = false,
): VNode {
  const before = here > 0 ? addressAt(here - 1) : undefined;
  const after = (here >= 0 || isEntered) && here + 1 < of ? addressAt(here + 1) : undefined;
  useKeys({
    j: after === undefined ? undefined : () => goTo(after),
    k: before === undefined ? undefined : () => goTo(before),
  });
  return (
    <nav class="steps" aria-label={label}>
      {here >= 0 && (
        <span class="muted">
          {count(here + 1)} of {count(of)}
        </span>
      )}
      <StepLink address={before} label="previous" sign="k" />
      <StepLink address={after} label="next" sign="j" />
    </nav>
  );
}

interface StepLinkProps {
  address: string | undefined;
  label: string;
  sign: string;
}

/** Without an address, it is shown as inactive. */
function StepLink({ address, label, sign }: StepLinkProps) {
  if (address === undefined)
    return (
      <span class="button off">
        {label} <kbd>{sign}</kbd>
      </span>
    );
  return (
    <a class="button" href={address}>
      {label} <kbd>{sign}</kbd>
    </a>
  );
}
