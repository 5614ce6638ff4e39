// The figures of an audit. A row is audited where both have a verdict on it; of these, some are open, and count for
// neither side. Accuracies and their difference are over the rest, the decided rows.

import { pairedInterval } from "../runs/interval.ts";
import { type AnsweredRow, type Difference, type Kind, kinds } from "./block.ts";

export interface AuditFigures {
  rows: number;
  audited: number;
  /** By reason. */
  left_out: Record<string, number>;
  /** Accuracies over the decided rows; null if there is none. */
  theirs: number | null;
  ours: number | null;
  /** Ours less theirs, with its paired interval of 95 %. */
  difference: { value: number | null; low: number | null; high: number | null };
  agree: { both_right: number; both_wrong: number };
  false_rewards: number;
  false_zeros: number;
  open: number;
  /**
   * With a judge: rows on which it agrees with the log count as agreement, and the others stay open. `not_shown` are wrong
   * by the form of their answer, without a question.
   */
  judged?: { asked: number; agree: number; not_shown: number; open_by_rules: number } | undefined;
}

/** Shown of each kind and rule. */
const examplesOfEach = 3;

export interface RuleTally {
  kind: Difference["kind"];
  by: string;
  count: number;
  examples: (Difference & { file: string })[];
}

export class Tally {
  rows = 0;
  /** Of their right answers among all that were audited, open ones too. */
  theirRights = 0;
  /** Rows that could not be read. */
  unread = 0;
  readonly judged = { asked: 0, agree: 0, not_shown: 0, open_by_rules: 0 };
  readonly leftOut = new Map<string, number>();
  readonly of: Record<Kind, number> = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<
    Kind,
    number
  >;
  private readonly byRule = new Map<string, RuleTally>();

  add(row: AnsweredRow, file: string): void {
    this.rows++;
    if ("left_out" in row) {
      this.leaveOut(row.left_out);
      if (row.isUnread) this.unread++;
      return;
    }
    this.of[row.kind]++;
    if (row.theirs) this.theirRights++;
    if (row.isOpenByRules ?? row.kind === "open") this.judged.open_by_rules++;
    if (row.judged === "refused") this.judged.not_shown++;
    else if (row.judged !== undefined && row.judged !== "not asked") {
      this.judged.asked++;
      if (row.kind !== "open") this.judged.agree++;
    }
    if (row.difference) this.note(row.difference, file);
  }

  leaveOut(reason: string): void {
    // Reasons may quote the log: their number is bounded, whatever it holds.
    const known = this.leftOut.has(reason) || this.leftOut.size < mostReasons ? reason : "other reasons";
    this.leftOut.set(known, (this.leftOut.get(known) ?? 0) + 1);
  }

  /** Takes in the tally of a file. */
  merge(other: Tally): void {
    this.rows += other.rows;
    this.theirRights += other.theirRights;
    this.unread += other.unread;
    for (const name of ["asked", "agree", "not_shown", "open_by_rules"] as const)
      this.judged[name] += other.judged[name];
    for (const kind of kinds) this.of[kind] += other.of[kind];
    for (const [reason, count] of other.leftOut)
      this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + count);
    for (const { kind, by, count, examples } of other.byRule.values()) {
      const known = this.ruleOf(kind, by);
      known.count += count;
      known.examples = [...known.examples, ...examples].slice(0, examplesOfEach);
    }
  }

  /** The kinds of difference by rule, the most frequent first. */
  get rules(): RuleTally[] {
    return [...this.byRule.values()].sort((a, b) => b.count - a.count);
  }

  get audited(): number {
    return kinds.reduce((sum, kind) => sum + this.of[kind], 0);
  }

  get figures(): AuditFigures {
    const { both_right, both_wrong, false_reward, false_zero, open } = this.of;
    const decided = both_right + both_wrong + false_reward + false_zero;
    const share = (count: number) => (decided === 0 ? null : count / decided);
    return {
      rows: this.rows,
      audited: this.audited,
      left_out: Object.fromEntries(this.leftOut),
      theirs: share(both_right + false_reward),
      ours: share(both_right + false_zero),
      difference: pairedDifference(false_zero, false_reward, decided),
      agree: { both_right, both_wrong },
      false_rewards: false_reward,
      false_zeros: false_zero,
      open,
      ...(this.judged.asked + this.judged.not_shown > 0 ? { judged: { ...this.judged } } : {}),
    };
  }

  private note(difference: Difference, file: string): void {
    const known = this.ruleOf(difference.kind, difference.by);
    known.count++;
    if (known.examples.length < examplesOfEach) known.examples.push({ ...difference, file });
  }

  private ruleOf(kind: RuleTally["kind"], by: string): RuleTally {
    const key = `${kind} ${by}`;
    let known = this.byRule.get(key);
    if (!known) {
      known = { kind, by, count: 0, examples: [] };
      this.byRule.set(key, known);
    }
    return known;
  }
}

const mostReasons = 100;

function pairedDifference(gained: number, lost: number, rows: number): AuditFigures["difference"] {
  if (rows === 0) return { value: null, low: null, high: null };
  const [low, high] = pairedInterval(gained - lost, gained + lost, rows);
  return { value: (gained - lost) / rows, low, high };
}
