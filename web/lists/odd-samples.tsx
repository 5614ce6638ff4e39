// Samples with unusual text: each list with its size, the share that is right, and three excerpts.

import { useMemo } from "preact/hooks";
import type { SamplePage } from "../../src/view/api.ts";
import { type OddCount, type Oddity, oddCounts, oddities } from "../../src/view/odd.ts";
import { type SampleTable, stateOf } from "../../src/view/sample-table.ts";
import { addressOf } from "../address.ts";
import { visible } from "../math/visible.ts";
import { TwoByTwo } from "../parts/tables.tsx";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { useAnswer } from "../server.ts";
import { count, percent } from "../words.ts";
import { type Checked, falseEquationAt, type Progress, samplePath } from "./doubts.ts";
import { sampleAddress } from "./sample-grid.tsx";

export const oddWords: Record<Oddity, { name: string; about: string }> = {
  boxes: { name: "several boxes", about: "The completion has more than one \\boxed{…}." },
  thinking: {
    name: "box only in the thinking",
    about: "The answer is boxed in the thinking, and not after it.",
  },
  unmarked: {
    name: "gold in the text, no box",
    about: "The completion contains the gold but has no box, and is not right.",
  },
  invisible: {
    name: "invisible characters",
    about: "The completion has zero-width characters, or characters that change the reading direction.",
  },
  loop: { name: "loops", about: "The completion ends by repeating a passage at least eight times." },
  short: { name: "very short but right", about: "The completion has fewer than 40 characters." },
  equation: {
    name: "right with a false equation",
    about: "The answer is right, and the completion has an equation between numbers that is proven false.",
  },
  truncated: { name: "truncated", about: "The completion was cut off at the token limit." },
  fragile: {
    name: "fragile verdicts",
    about: "With one different option or preset of the grader, the verdict would change.",
  },
  judged: {
    name: "judged",
    about: "The rules have no proof, and a judge model decided.",
  },
  strict: { name: "right under every option", about: "" },
  never: { name: "wrong under every option", about: "" },
};

interface OddSamplesProps {
  table: SampleTable;
  version: number;
  run: string;
  /** The number of pairs of gold and answer that were graded under every option. */
  doubts: Progress;
  /** The number of right samples that were checked for false equations. */
  checked: Checked;
}

export function OddSamples({ table, version, run, doubts, checked }: OddSamplesProps) {
  const lists = useMemo(() => oddCounts(table), [table, version, doubts, checked]);
  const grade = (oddity: Oddity) => {
    const size = count(lists.find((list) => list.oddity === oddity)!.rows.length);
    const href = addressOf(["run", run], { odd: oddity, view: "list" });
    return (
      <td>
        <a href={href} aria-label={`${size} samples: ${oddWords[oddity].name}`}>
          {size}
        </a>
      </td>
    );
  };
  return (
    <>
      <div class="odd-lists">
        {lists
          .filter(
            ({ oddity, rows }) =>
              (oddities as readonly Oddity[]).includes(oddity) && (oddity !== "judged" || rows.length > 0),
          )
          .map((list) => (
            <OddList
              key={list.oddity}
              list={list}
              table={table}
              run={run}
              note={list.oddity === "equation" ? checkedWords(checked) : ""}
            />
          ))}
      </div>
      <section class="odd-grades" aria-label="Strict and lenient grading">
        <h2>Strict and lenient grading</h2>
        <p class="muted small" role="status">
          {doubts.done < doubts.of
            ? `${count(doubts.done)} of ${count(doubts.of)} distinct pairs of gold and answer graded …`
            : `${count(doubts.of)} distinct pairs of gold and answer, graded by the current grader: strict is right under every option, lenient under at least one. Samples without an answer are left out.`}
        </p>
        <TwoByTwo
          class="cells-table"
          columns={["lenient: right", "lenient: wrong"]}
          rows={[
            ["strict: right", grade("strict"), <td class="muted none">–</td>],
            ["strict: wrong", grade("fragile"), grade("never")],
          ]}
        />
      </section>
    </>
  );
}

/** For example `120 of 300 right samples checked …`; empty once all are. */
const checkedWords = ({ done, of, right }: Checked): string =>
  done === right ? "" : `${count(done)} of ${count(right)} right samples checked${done < of ? " …" : "."}`;

interface OddListProps extends Pick<OddSamplesProps, "table" | "run"> {
  list: OddCount;
  note: string;
}

function OddList({ list: { oddity, rows, right }, table, run, note }: OddListProps) {
  const { name, about } = oddWords[oddity];
  const address = addressOf(["run", run], { odd: oddity, view: "list" });
  return (
    <section class={`odd-list${rows.length === 0 ? " none" : ""}`} aria-label={name}>
      <h2>
        {rows.length === 0 ? name : <a href={address}>{name}</a>}{" "}
        <span class="number">
          {count(rows.length)}
          {rows.length > 0 && <span class="muted"> · {percent(right / rows.length)} right</span>}
        </span>
      </h2>
      <p class="muted small">
        {about} {note}
      </p>
      {spread(rows).map((row) => (
        <Excerpt key={row} row={row} oddity={oddity} table={table} run={run} />
      ))}
    </section>
  );
}

/** Three of them, from the first to the last. */
const spread = (rows: readonly number[]): number[] =>
  rows.length <= 3 ? [...rows] : [rows[0]!, rows[Math.floor(rows.length / 2)]!, rows.at(-1)!];

interface ExcerptProps extends Pick<OddListProps, "table" | "run"> {
  row: number;
  oddity: Oddity;
}

function Excerpt({ row, oddity, table, run }: ExcerptProps) {
  const { problem } = table.problems[table.problem.at(row)]!;
  const sample = table.sample.at(row);
  const state = stateOf(table.state.at(row));
  const { value } = useAnswer<SamplePage>(samplePath(table, row, run));
  const query = new URLSearchParams({ odd: oddity });
  return (
    <p class="excerpt">
      <VerdictMark state={state} />{" "}
      <a href={sampleAddress(table, row, run, query)}>
        {visible(problem)} · {sample + 1}
        <span class="spoken">, {stateWords[state]}</span>
      </a>{" "}
      <span class="muted">
        {value ? visible(excerptOf(value, oddity, falseEquationAt(table, row))) : "…"}
      </span>
    </p>
  );
}

const around = 110;
const hiddenSign = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** The part of a completion with the property. */
function excerptOf({ completion, gold }: SamplePage, oddity: Oddity, equation: number): string {
  const text = completion?.text ?? "";
  const at =
    oddity === "boxes"
      ? text.indexOf("\\boxed")
      : oddity === "unmarked"
        ? text.lastIndexOf(gold[0] ?? "")
        : oddity === "invisible"
          ? text.search(hiddenSign)
          : oddity === "equation"
            ? equation
            : text.length;
  const from = Math.max(0, Math.min(at - around / 2, text.length - 2 * around));
  const part = text.slice(from, from + 2 * around).replace(/\s+/g, " ");
  return `${from > 0 ? "… " : ""}${part}${from + 2 * around < text.length ? " …" : ""}`;
}
