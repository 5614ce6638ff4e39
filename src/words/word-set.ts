/** The words of a list, which may take several lines. */
export const wordSet = ({ raw }: TemplateStringsArray): ReadonlySet<string> =>
  new Set(raw[0]!.trim().split(/\s+/));
