// A link to the previous or the next, with its key; without an address it only shows that there is none.

interface StepLinkProps {
  address: string | undefined;
  label: string;
  sign: string;
}

export function StepLink({ address, label, sign }: StepLinkProps) {
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
