// Golds that a log lacks, joined to its rows by the prompt: TRL logs prompts and completions, but the golds are in the
// training rows. A prompt with two different golds has none here.

import { columnOf } from "../datasets/row-fields.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { type Entry, goldIn, lastUser, type Message } from "./row.ts";

/** Null if there are contradictory golds. */
export type GoldsByPrompt = ReadonlyMap<string, string | string[] | null>;

const promptNames = ["prompt", "question", "problem", "query", "input", "instruction"];
const mostGolds = 5_000_000;

/** @throws {ExpectedError} if the rows have no prompt or the column is missing */
export async function readGolds(
  rows: AsyncIterable<Entry>,
  goldField: string,
  file: string,
): Promise<GoldsByPrompt> {
  const golds = new Map<string, string | string[] | null>();
  let number = 0;
  for await (const row of rows) {
    number++;
    const name = promptNames.find((each) => row[each] !== undefined && row[each] !== null);
    if (name === undefined)
      throw new ExpectedError(
        `${file}: row ${number} has no prompt: none of ${promptNames.join(", ")}; it has ${Object.keys(row).slice(0, 12).join(", ")}`,
      );
    const gold = goldIn(goldAt(row, goldField, file, number));
    if (gold === undefined) continue;
    const key = keyOf(promptText(row[name]));
    const known = golds.get(key);
    golds.set(key, known === undefined || JSON.stringify(known) === JSON.stringify(gold) ? gold : null);
    if (golds.size > mostGolds) throw new ExpectedError(`${file}: it has more than ${mostGolds} golds`);
  }
  return golds;
}

function goldAt(row: Entry, goldField: string, file: string, number: number): unknown {
  try {
    return columnOf(row, goldField);
  } catch (error) {
    throw new ExpectedError(`${file}: row ${number}: ${(error as Error).message}`);
  }
}

const promptText = (prompt: unknown): string =>
  typeof prompt === "string" || Array.isArray(prompt)
    ? lastUser(prompt as string | Message[])
    : String(prompt);

const keyOf = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The text that chat templates write between messages, with or without special tokens. */
const between =
  /<\|[^|<>]{1,40}\|>|<\/?(?:start_of_turn|end_of_turn|s)>|\[\/?INST\]|(?:^|\n)(?:system|user|assistant|model|human)\s*\n/gi;

export function goldOf(golds: GoldsByPrompt, prompt: string): string | string[] | undefined {
  const whole = golds.get(keyOf(prompt));
  if (whole !== undefined) return whole ?? undefined;
  for (const piece of prompt.split(between).reverse()) {
    const known = golds.get(keyOf(piece.replace(/^\s*(?:user|human):?\s/i, "")));
    if (known !== undefined) return known ?? undefined;
  }
  return undefined;
}
