// For an audit: the 2 × 2 table of the logged verdicts and ours, as a filter, and three examples of each kind of
// difference. Empty for other runs.

import { useMemo } from "preact/hooks";
import { type AuditKind, auditKind, auditKinds } from "../../src/view/filter.ts";
import type { SampleTable } from "../../src/view/sample-table.ts";
import { changed, goTo, runAddress } from "../address.ts";
import { Formula } from "../math/formula.tsx";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { TwoByTwo } from "../parts/tables.tsx";
import { count } from "../words.ts";
import { sampleAddress } from "./sample-grid.tsx";

interface AuditKindsProps {
  table: SampleTable;
  version: number;
  run: string;
  query: URLSearchParams;
  chosen: AuditKind | undefined;
}

const words: Record<AuditKind, { name: string; about: string }> = {
  both_right: { name: "both right", about: "" },
  false_reward: {
    name: "false rewards",
    about: "The log says right, but the answer is proven different from the gold.",
  },
  false_zero: {
    name: "false zeros",
    about: "The log says wrong, but the answer is proven equal to the gold.",
  },
  both_wrong: { name: "both wrong", about: "" },
  open: { name: "open", about: "Assay has no proof either way, so these count as neither." },
};

const differences = ["false_reward", "false_zero", "open"] as const;
const examples = 3;

export function AuditKinds({ table, version, run, query, chosen }: AuditKindsProps) {
  const rows = useMemo(() => rowsByKind(table), [table, version]);
  if (auditKinds.every((kind) => rows[kind].length === 0)) return null;
  const cell = (kind: AuditKind) => (
    <button
      type="button"
      aria-pressed={chosen === kind}
      onClick={() => goTo(runAddress(run, query, { audit: chosen === kind ? undefined : kind }))}
    >
      {count(rows[kind].length)} <span class="muted">{words[kind].name}</span>
    </button>
  );
  return (
    <section class="audit-kinds" aria-label="Their verdicts and ours">
      <TwoByTwo
        columns={["ours right", "ours wrong"]}
        rows={[
          ["theirs right", <td>{cell("both_right")}</td>, <td>{cell("false_reward")}</td>],
          ["theirs wrong", <td>{cell("false_zero")}</td>, <td>{cell("both_wrong")}</td>],
        ]}
      />
      <p>{cell("open")}</p>
      {differences
        .filter((kind) => rows[kind].length > 0)
        .map((kind) => (
          <section key={kind} aria-label={words[kind].name}>
            <h3>{words[kind].name}</h3>
            <p class="muted">{words[kind].about}</p>
            <ul>
              {rows[kind].slice(0, examples).map((row) => {
                const { problem, gold } = table.problems[table.problem.at(row)]!;
                const answer = table.text(table.answer.at(row));
                return (
                  <li key={row}>
                    <a href={sampleAddress(table, row, run, changed(query, { audit: kind }))}>
                      {visible(problem)}
                    </a>
                    : gold <Side text={gold.join(" or ")} />, answer <Side text={answer ?? "none"} />
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
    </section>
  );
}

/** The original text, with its mathematics typeset. */
const Side = ({ text }: { text: string }) =>
  /\$|\\[([]/.test(text) ? (
    <TypesetLine text={text} />
  ) : /[\\^_]/.test(text) ? (
    <Formula source={text} />
  ) : (
    <>{visible(text)}</>
  );

function rowsByKind(table: SampleTable): Record<AuditKind, number[]> {
  const rows = Object.fromEntries(auditKinds.map((kind) => [kind, []])) as unknown as Record<
    AuditKind,
    number[]
  >;
  for (let row = 0; row < table.length; row++) {
    const kind = table.isCurrent(row) ? auditKind(table, row) : undefined;
    if (kind) rows[kind].push(row);
  }
  return rows;
}
