// The result of an audit, as text and as JSON.

import type { AuditedFile } from "../../audit/audit.ts";
import type { Difference } from "../../audit/block.ts";
import { type AuditFigures, type RuleTally, Tally } from "../../audit/tally.ts";
import { rules } from "../../math/index.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { percent, signedPoints } from "../../runs/figure.ts";
import { quoted } from "../../view/quoted.ts";
import { viewLine } from "../run/ending.ts";
import { paint } from "../terminal/colour.ts";
import { cut, oneLine } from "../terminal/columns.ts";
import { textTable } from "../terminal/show-table.ts";

export function auditJson(files: readonly AuditedFile[]) {
  return {
    files: files.map(({ path, format, tally, error }) => ({
      path,
      format,
      ...tally.figures,
      ...(error === undefined ? {} : { error }),
    })),
    total: totalOf(files).figures,
  };
}

function totalOf(files: readonly AuditedFile[]): Tally {
  const total = new Tally();
  for (const { tally } of files) total.merge(tally);
  return total;
}

export function auditText(files: readonly AuditedFile[], out: string | undefined): string {
  const total = totalOf(files);
  const read = files.filter(({ tally, format }) => tally.rows > 0 || format !== null);
  const parts = read.map(({ path, format, tally }) => figuresText(`${path} (${format})`, tally));
  if (read.length > 1) parts.push(figuresText(`all ${count(read.length)} files`, total));
  for (const kind of ["false_reward", "false_zero", "open"] as const) {
    const ofKind = total.rules.filter((each) => each.kind === kind);
    if (ofKind.length > 0) parts.push(differencesText(kind, ofKind));
  }
  if (total.figures.audited > 0) parts.push(groundsText(total));
  if (out !== undefined) parts.push(viewLine(out));
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

function figuresText(title: string, tally: Tally): string {
  const { figures } = tally;
  const { rows, audited, left_out, open, agree } = figures;
  const lines = [paint("heading", title), `${counted(rows, "row")}, ${count(audited)} audited`];
  for (const [reason, number] of Object.entries(left_out).sort((a, b) => b[1] - a[1]))
    lines.push(`  left out: ${count(number)}, ${reason}`);
  if (audited === 0) return lines.join("\n");
  lines.push(
    textTable([
      ["", "ours right", "ours wrong"],
      ["theirs right", count(agree.both_right), `${count(figures.false_rewards)} (false rewards)`],
      ["theirs wrong", `${count(figures.false_zeros)} (false zeros)`, count(agree.both_wrong)],
    ]),
  );
  if (open > 0) lines.push(`${count(open)} open: not proven on our side, and counted for neither side`);
  if (figures.judged) lines.push(judgedText(figures.judged));
  lines.push(`their accuracy ${percent(tally.theirRights / audited)} of the audited rows`);
  lines.push(accuracyText(figures));
  return lines.join("\n");
}

function judgedText({ asked, agree, not_shown, open_by_rules }: NonNullable<AuditFigures["judged"]>): string {
  const refused = not_shown > 0 ? `; ${count(not_shown)} not shown to it, because of their form` : "";
  return (
    `${count(asked)} asked of the judge: it agrees with them on ${count(agree)}${refused}; ` +
    `open by rules alone: ${count(open_by_rules)}`
  );
}

function accuracyText({ theirs, ours, difference, audited, open }: AuditFigures): string {
  const { value, low, high } = difference;
  if (theirs === null || ours === null || value === null) return "no row is decided";
  const decided = counted(audited - open, "decided row");
  return `over ${decided}: theirs ${percent(theirs)}, ours ${percent(ours)}, difference ${signedPoints(value)} points, 95% interval ${signedPoints(low!)} to ${signedPoints(high!)}`;
}

const kindWords: Readonly<Record<Difference["kind"], string>> = {
  false_reward: "false reward",
  false_zero: "false zero",
  open: "open row",
};

const kindSentences: Readonly<Record<Difference["kind"], string>> = {
  false_reward: "they say right, but the answer is proven different",
  false_zero: "they say wrong, but the answer is proven equal",
  open: "nothing is proven on our side, so it counts for neither side",
};

function differencesText(kind: Difference["kind"], ofKind: readonly RuleTally[]): string {
  const all = ofKind.reduce((sum, each) => sum + each.count, 0);
  const lines = [paint("heading", `${counted(all, kindWords[kind])}: ${kindSentences[kind]}`)];
  for (const { by, count: number, examples } of ofKind) {
    lines.push(
      `  ${count(number)} by ${by}. ${Object.hasOwn(rules, by) ? rules[by as keyof typeof rules] : ""}`.trimEnd(),
    );
    for (const line of examples.flatMap(exampleLines)) lines.push(line);
  }
  return lines.join("\n");
}

const widest = 100;
const short = (text: string): string => cut(oneLine(text), widest);

function exampleLines({
  file,
  problem,
  gold,
  answer,
  theirs,
  their_answer,
  reason,
}: RuleTally["examples"][number]) {
  const took = their_answer === undefined ? "" : `; they took ${short(their_answer)}`;
  return [
    `    ${file}, problem ${problem}: theirs ${theirs}${took}`,
    `      gold   ${short([gold].flat().join(" or "))}`,
    `      answer ${answer === null ? "none" : short(answer)}${reason === undefined ? "" : ` (${short(reason)})`}`,
  ];
}

/** What the figures mean, and the command that explains a verdict. */
function groundsText(total: Tally): string {
  const example = total.rules.find(({ examples }) => examples[0]?.answer != null)?.examples[0];
  const pair = example
    ? `--gold ${quoted([example.gold].flat()[0]!)} --answer ${quoted(oneLine(example.answer!))}`
    : "--gold GOLD --answer ANSWER";
  return [
    paint("heading", "how the verdicts were reached, and how to check one"),
    'The answer is the one that the response marks (by a box, an answer tag, #### or "the answer is"), whatever the gold is.',
    "Both are read as mathematics and compared by the named rule. A difference counts as their mistake only if the answer is",
    "marked and the comparison is a proof; otherwise the row is open. The golds are those of the log.",
    `To check a verdict: assay grade ${pair} --explain`,
  ].join("\n");
}
