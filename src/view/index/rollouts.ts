// A log of rollouts from `assay serve --log`: one line for each item with its outcome and its result. Lines about groups are
// left out, because groups are counted from the items. The index has the data of the charts for each item and the position of
// its line; a log that grows is read further.

import { createHash } from "node:crypto";
import { plainFileLines } from "../../jsonl/plain-file.ts";
import type { RolloutItem, RolloutsPage, RunSummary } from "../api.ts";
import { signsOf } from "../odd.ts";
import { type RolloutOutcome, rolloutOutcomes } from "../rollout-windows.ts";
import { Column } from "./column.ts";
import { FollowingFile, type LinePlace, linesAt } from "./journal-lines.ts";

/** The fields of a line that are read; they are untrusted. */
interface Line {
  time?: unknown;
  request?: unknown;
  reward?: unknown;
  item?: Record<string, unknown>;
  outcome?: unknown;
  result?: Record<string, unknown>;
  /** The line is about a group. */
  group?: unknown;
}

/** A group ends when no item has been added to it for this long, as in the service. */
const groupMs = 60_000;

const columnNames = ["time", "outcome", "reward", "characters", "group"] as const;

export class RolloutIndex extends FollowingFile {
  readonly time = new Column(64);
  readonly outcome = new Column(8);
  readonly reward = new Column(64);
  readonly characters = new Column(32);
  /** Equal for the items of a group. */
  readonly group = new Column(32);
  private starts = new Column(64);
  private lengths = new Column(32);
  /** By the key of a group. */
  private readonly open = new Map<string, { group: number; time: number }>();
  private groups = 0;
  /** When the file was last changed. */
  changed = 0;
  readonly rewards = new Set<string>();

  constructor(readonly file: string) {
    super();
  }

  page(run: RunSummary): RolloutsPage {
    return {
      run,
      rewards: [...this.rewards].sort(),
      columns: Object.fromEntries(
        columnNames.map((name) => [name, this[name].slice()]),
      ) as unknown as RolloutsPage["columns"],
      notes: this.notes,
    };
  }

  /** Undefined if there is no such item. */
  async item(row: number): Promise<RolloutItem | undefined> {
    if (row >= this.starts.length) return undefined;
    const [line] = (await linesAt(this.file, [
      { start: this.starts.at(row), length: this.lengths.at(row) },
    ])) as [Line];
    const { item = {}, result = {} } = line;
    return {
      row,
      time: String(line.time ?? ""),
      request: String(line.request ?? ""),
      reward: String(line.reward ?? ""),
      outcome: rolloutOutcomes[this.outcome.at(row)]!,
      prompt: promptOf(item),
      response: responseOf(item),
      gold: goldOf(item),
      result,
    };
  }

  protected async readNew(): Promise<void> {
    this.changed = (await this.readOn(this.file, "log")).changed;
  }

  /** A log that was rotated starts again. */
  protected restart(): void {
    this.open.clear();
    for (const name of columnNames) this[name].clear();
    this.starts = new Column(64);
    this.lengths = new Column(32);
  }

  protected take(value: unknown, { start, length }: LinePlace): void {
    const { time, reward, item, outcome, result, group } = value as Line;
    // The line is about a group.
    if (item === undefined && group !== undefined) return;
    if (typeof item !== "object" || item === null) throw new TypeError("no item");
    const response = responseOf(item);
    const at = Date.parse(String(time)) || 0;
    const given = result?.reward ?? result?.score ?? result?.answer_reward;
    this.rewards.add(String(reward ?? "unknown"));
    this.time.push(at);
    this.outcome.push(rolloutOutcomes.indexOf(outcomeOf(outcome, response)));
    // An item without a reward is not one with a reward of 0; as JSON it is null.
    this.reward.push(typeof given === "number" && Number.isFinite(given) ? given : Number.NaN);
    this.characters.push(response.length);
    const name = item.group ?? promptOf(item);
    this.group.push(name === "" ? this.groups++ : this.groupOf([reward, item.step, name], at));
    this.starts.push(start);
    this.lengths.push(length);
  }

  private groupOf(names: readonly unknown[], time: number): number {
    const key = createHash("sha256").update(JSON.stringify(names)).digest("base64").slice(0, 16);
    const open = this.open.get(key);
    const group = open && time - open.time < groupMs ? open.group : this.groups++;
    this.open.set(key, { group, time });
    return group;
  }
}

/** Several boxes in a wrong response are a hedge. */
function outcomeOf(outcome: unknown, response: string): RolloutOutcome {
  if (outcome === "right") return "right";
  if (outcome === "no_format") return "no format";
  if (outcome === "wrong") return signsOf(response, undefined, []).boxes > 1 ? "hedge" : "wrong";
  return "undecided";
}

const textIn = (item: Record<string, unknown>, names: readonly string[]): string => {
  const value = names.map((name) => item[name]).find((each) => each !== undefined && each !== null);
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
};

const responseOf = (item: Record<string, unknown>): string =>
  textIn(item, ["response", "completion", "answer", "solution_str"]);
const promptOf = (item: Record<string, unknown>): string => textIn(item, ["prompt", "question", "problem"]);
const goldOf = (item: Record<string, unknown>): string =>
  textIn(item, ["ground_truth", "gold", "answers", "target"]);

/** Whether a file is such a log, by its first line. An empty file is a log without items so far. */
export async function isRolloutLog(path: string): Promise<boolean> {
  try {
    for await (const { bytes } of plainFileLines(path)) {
      if (bytes[0] !== openBrace || bytes.length > longestFirst) return false;
      const line = JSON.parse(bytes.toString("utf8")) as Line;
      const isItem = typeof line.item === "object" && typeof line.outcome === "string";
      // A rotated log may begin with a line about a group.
      return isItem || ("group" in line && "spread" in line);
    }
    return true;
  } catch {
    // An unreadable file is reported where it is opened.
  }
  return false;
}

const openBrace = 0x7b;
const longestFirst = 16 << 20;
