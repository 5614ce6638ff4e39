// The settings of a run, line by line, folded.

import { visible } from "../math/visible.ts";
import { Pairs } from "./tables.tsx";

interface SettingsProps {
  settings: readonly (readonly [name: string, value: string])[];
  grader?: string | undefined;
}

export function Settings({ settings, grader }: SettingsProps) {
  const lines = grader === undefined ? settings : [...settings, ["graded by", `assay ${grader}`] as const];
  if (lines.length === 0) return null;
  return (
    <details class="settings">
      <summary>Settings</summary>
      <Pairs pairs={lines.map(([name, value]) => [visible(name), visible(value)])} />
    </details>
  );
}
