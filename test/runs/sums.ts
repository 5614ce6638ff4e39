// A benchmark for tests: sums, and a server that gets about two of three right, depending only on the request's seed.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Answer, type Asked, choices, promptIn } from "../models/server.ts";

/** Writes rows into a folder; returns the file's path. */
export async function writeSums(folder: string, count: number, name = "sums.jsonl"): Promise<string> {
  const path = join(folder, name);
  const rows = Array.from({ length: count }, (_, i) => ({
    problem: `What is ${i} + ${2 * i}?`,
    answer: `${3 * i}`,
  }));
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

/** The problem that a request is about, counted from 0. */
export const problemOf = ({ body }: Asked): number => Number(/What is (\d+) \+/.exec(promptIn(body))![1]);

export const isGuess = (seed: number, choice: number): boolean => (seed + choice) % 3 === 0;

export const sumTexts = (asked: Asked): string[] =>
  Array.from({ length: asked.body.n ?? 1 }, (_, choice) => {
    const guess = isGuess(asked.body.seed!, choice);
    return `Adding up. The answer is \\boxed{${3 * problemOf(asked) + (guess ? 1 : 0)}}.`;
  });

export const answerSums =
  (delayMs: (asked: Asked) => number = () => 0): Answer =>
  (asked) => ({ ...choices(asked, sumTexts(asked)), delayMs: delayMs(asked) });

/** The lines of a run's samples without their times, in an order that does not depend on their arrival. */
export async function samplesOf(run: string): Promise<string[]> {
  const text = await readFile(join(run, "samples.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(rest);
    })
    .sort();
}

/** The problems whose samples are in the record; an incomplete last line is ignored. */
export async function finishedIn(run: string): Promise<Set<string>> {
  const text = await readFile(join(run, "samples.jsonl"), "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "");
  return new Set(lines.map((line) => (JSON.parse(line) as { input: { problem: string } }).input.problem));
}

export const evalArgs = (rows: string, url: string, run: string, ...more: string[]): string[] => [
  "eval",
  "-a",
  rows,
  "--base-url",
  url,
  "--model",
  "adder",
  "--out",
  run,
  "--json",
  ...more,
];
