// `assay grade --explain`: the verdict with its reasons, for a person.

import { type Explanation, explain, type Note, type Verification } from "../../math/index.ts";
import { counted } from "../../outgoing/counted.ts";
import type { Graded } from "../../rewards/grade-answer.ts";
import { type Colour, paint } from "../terminal/colour.ts";

const colours: Record<Verification["verdict"], Colour> = {
  equal: "right",
  different: "wrong",
  undecided: "unscored",
};

export const paintVerdict = (verdict: Verification["verdict"]): string => paint(colours[verdict], verdict);

const certainties = {
  proven: "proven",
  probable: "an error is less likely than 2^-60",
  numeric: "equal in every digit that was compared",
};

/** A longer text would not be read; the first lines show how it began, the last how it ended. */
const [shownFirst, shownLast] = [12, 8];

/** If the response gives no answer, there are no further reasons. */
export function explanationText(graded: Graded | Graded<Explanation>): string {
  const explained = "tried" in graded ? graded : undefined;
  const { verdict, by, certainty, reason } = graded;
  // The certainty and the sentence of a rule are printed only for the rule that decided.
  const isOpen = verdict === "undecided";
  const sure = certainty === null || isOpen ? "" : `, ${certainties[certainty]}`;
  const lines = [`${paintVerdict(verdict)} (by ${by}${sure})`];
  if (reason !== undefined) lines.push(`  ${sentence(reason)}`);
  if (explained && !(isOpen && reason !== undefined)) lines.push(`  ${explained.rule}`);
  const { readings } = explained ?? explain(graded.gold, graded.gold);
  lines.push("", `gold     ${graded.gold}`, `         ${readAs(readings.gold)}`);
  lines.push(`answer   ${graded.answer}`);
  lines.push(`         ${explained ? readAs(readings.answer) : "it gives no answer"}`);
  if (graded.found_by !== null) lines.push(`         found in the response by: ${graded.found_by}`);
  if (explained && explained.tried.length > 0) {
    lines.push("", "what was tried");
    for (const note of shortened(explained.tried)) for (const line of noteLines(note)) lines.push(line);
  }
  if (explained && explained.options.length > 0)
    lines.push(
      "",
      ...explained.options.map(
        ({ option, verdict: other }) =>
          `It would be ${other} with ${"preset" in option ? `--preset ${option.preset}` : `--grading-options '${JSON.stringify(option)}'`}.`,
      ),
    );
  lines.push("", `${counted(graded.steps, "step")} of work`);
  return `${lines.join("\n")}\n`;
}

const readAs = (reading: string | null): string =>
  reading === null ? "not read as mathematics" : `read as ${reading}`;

const sentence = (clause: string): string => `${clause[0]?.toUpperCase() ?? ""}${clause.slice(1)}.`;

function noteLines({ rule, found, said, evidence }: Note): string[] {
  const outcome = found === "open" ? "" : ` → ${found}`;
  const lines = [`  ${(rule ?? "reading").padEnd(12)}${said}${outcome}`];
  if (evidence) {
    const at = Object.entries(evidence.at ?? {}).map(([name, value]) => `${name} = ${value}`);
    if (at.length > 0) lines.push(`  ${" ".repeat(12)}at ${at.join(", ")}`);
    lines.push(`  ${" ".repeat(12)}gold   ${evidence.gold}`, `  ${" ".repeat(12)}answer ${evidence.answer}`);
  }
  return lines;
}

function shortened(notes: readonly Note[]): Note[] {
  const left = notes.length - shownFirst - shownLast;
  if (left <= 0) return [...notes];
  const gap: Note = { rule: null, found: "open", said: `… ${left} more …` };
  return [...notes.slice(0, shownFirst), gap, ...notes.slice(-shownLast)];
}
