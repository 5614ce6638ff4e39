// TRL (huggingface/trl): completions/completions_00010.parquet with step, prompt, completion, a column for each reward
// function, and advantage. There is no gold unless it was logged; `--golds` joins the training rows by their prompts.

import { type Entry, type Format, goldNames, has } from "../row.ts";

const known = new Set(["step", "prompt", "completion", "advantage"]);

export const trl: Format = {
  name: "TRL",
  marks: "the columns step, prompt, completion and advantage",
  recognise: (head) => has(head, ...known),
  rows(record) {
    const gold = goldNames.find((name) => record[name] !== undefined && record[name] !== null);
    return {
      prompt: record.prompt,
      response: record.completion,
      gold: gold && record[gold],
      theirs: rewardOf(record, gold),
    };
  },
};

/**
 * The reward function that grades: the only one, or the one whose name refers to correctness. A function that returned
 * None is NaN, which is read as null.
 */
function rewardOf(record: Entry, gold: string | undefined): unknown {
  const names = Object.keys(record).filter(
    (name) =>
      !known.has(name) && name !== gold && (typeof record[name] === "number" || record[name] === null),
  );
  const [only, ...others] = names;
  if (others.length === 0) return only && record[only];
  const grading = names.filter((name) => /accura|correct|answer|verif|math|equal|match/i.test(name));
  return grading.length === 1 ? record[grading[0]!] : undefined;
}
