// What `--fail-below` comes to: a sentence and the exit code of a failure, for continuous integration.

/** Whether a figure is below the bar, which is said. What has no figure at all has not reached it. */
export function isBelow(
  command: string,
  what: string,
  value: number | undefined,
  bar: number | undefined,
): boolean {
  if (bar === undefined || (value !== undefined && value >= bar)) return false;
  const shown = value === undefined ? "there is none" : `${Number(value.toPrecision(6))}`;
  process.stderr.write(`assay ${command}: ${what}: ${shown}, which is below ${bar} (--fail-below)\n`);
  return true;
}
