// The settings of a run, line by line, folded.

import { visible } from "../math/visible.ts";

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
      <dl class="pairs">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
