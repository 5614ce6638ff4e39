// The position in a list, with links to the previous and the next item and their keys.

import { count } from "../words.ts";

interface StepLinksProps {
  /** The name of the list for screen readers. */
  label: string;
  /** The place in the list, from 0; below 0 if it is not in it. */
  here: number;
  of: number;
  before: string | undefined;
  after: string | undefined;
}

export function StepLinks({ label, here, of, before, after }: StepLinksProps) {
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
