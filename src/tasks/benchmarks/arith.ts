// Arithmetic in short stories: generated, so there is no download. The embedded models were trained on problems of the
// same kind, but on none of these.

import { readFileSync } from "node:fs";
import { type Benchmark, defineBenchmark } from "../benchmark.ts";
import { integerRule } from "../integer-rule.ts";
import { conversationOf } from "../problem.ts";
import { askWith } from "../prompt.ts";
import type { Conversation, Task } from "../task.ts";
import { TaskError } from "../task-error.ts";

const size = 500;

/** Raised when any problem changes. */
const revision = "1";

/** Only the problem, because the embedded policy was trained without an instruction. */
const barePrompt = "{problem}";

const ofRows = defineBenchmark({
  name: "arith",
  description: `word problems of three to six operations, generated: ${size} problems with whole numbers as answers`,
  maxNewTokens: 4096,
  parts: [],
  rule: integerRule,
});

export const arith: Benchmark = {
  ...ofRows,
  isGenerated: true,
  open(changes = {}) {
    if (changes.path !== undefined || changes.dataset !== undefined) return ofRows.open(changes);
    if (changes.revision !== undefined && changes.revision !== revision)
      throw new TaskError(`arith is generated here in revision ${revision}, not ${changes.revision}`);
    const prompt = changes.prompt ?? barePrompt;
    const task: Task = {
      ...ofRows.open(changes),
      load: async () => ({
        task,
        source: { dataset: "arith", split: "test", revision, files: [] },
        conversations: Array.from({ length: size }, (_, i) => converse(i, prompt)),
      }),
    };
    return task;
  },
};

function converse(place: number, prompt: string): Conversation {
  const { text, steps, answer } = arithProblem(firstHeldOut + place);
  return conversationOf({ id: String(place + 1), statement: text, gold: String(answer) }, [
    { role: "user", content: askWith(prompt, text) },
    { role: "assistant", content: steps.join("\n\n") },
  ]);
}

// Word problems of three to six operations, each a function of its index alone. `models/problems.py` is the same in
// Python, where the models are trained; a test compares the two.

interface Operation {
  sign: "+" | "-" | "×";
  operand: number;
}

export interface ArithProblem {
  start: number;
  operations: readonly Operation[];
  text: string;
  /** One operation each, then the boxed answer. */
  steps: readonly string[];
  answer: number;
}

/** Indexes below this are for training; from here on no problem has the arithmetic of a training problem. */
export const firstHeldOut = 1_000_000_000;

const largest = 99_999;

export function arithProblem(index: number): ArithProblem {
  for (let attempt = 0; ; attempt++) {
    const draw = drawsOf(index, attempt);
    const chain = drawChain(draw);
    if (isHeldOut(chain) === index >= firstHeldOut) return tell(chain, draw);
  }
}

/** A whole number from 0 up to, not including, the limit. */
type Draw = (limit: number) => number;

function drawsOf(index: number, attempt: number): Draw {
  const seed = mix(index ^ mix(attempt + 1));
  let count = 0;
  return (limit) => Math.floor((mix(seed + Math.imul(++count, 0x9e3779b9)) / 2 ** 32) * limit);
}

/** Scrambles 32 bits. */
function mix(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

type Chain = Pick<ArithProblem, "start" | "operations">;

function drawChain(draw: Draw): Chain {
  const start = 2 + draw(98);
  const operations: Operation[] = [];
  const length = 3 + draw(4);
  for (let value = start; operations.length < length; ) {
    const operation = drawOperation(value, draw);
    operations.push(operation);
    value = apply(value, operation);
  }
  return { start, operations };
}

function drawOperation(value: number, draw: Draw): Operation {
  const kind = draw(3);
  const factor = 2 + draw(18);
  const term = 1 + draw(99);
  if (kind === 0 && value * factor <= largest) return { sign: "×", operand: factor };
  if (kind !== 1 && value > term) return { sign: "-", operand: term };
  if (value + term <= largest) return { sign: "+", operand: term };
  return { sign: "-", operand: term };
}

const apply = (value: number, { sign, operand }: Operation): number =>
  sign === "+" ? value + operand : sign === "-" ? value - operand : value * operand;

/** One chain of operations in sixteen, by its hash, is never used for training. */
function isHeldOut({ start, operations }: Chain): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${start}${operations.map(({ sign, operand }) => sign + operand).join("")}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return mix(hash) % 16 === 0;
}

const phrasings = { "+": "add", "-": "subtract", "×": "multiply" } as const;

function tell({ start, operations }: Chain, draw: Draw): ArithProblem {
  const pick = <T>(choices: readonly T[]): T => choices[draw(choices.length)]!;
  const story = pick(stories());
  const who = pick(story.who);
  const things = pick(story.things);
  const fill = (sentence: string, slots: Record<string, string | number>): string => {
    const filled = sentence.replace(/\{(\w+)\}/g, (_, slot: string) =>
      String({ who, things, ...slots }[slot]),
    );
    return filled[0]!.toUpperCase() + filled.slice(1);
  };
  const sentences = [fill(pick(story.start), { n: start })];
  const steps: string[] = [];
  let value = start;
  for (const operation of operations) {
    const { sign, operand } = operation;
    const result = apply(value, operation);
    sentences.push(fill(pick(story[phrasings[sign]]), { n: operand }));
    steps.push(fill(story.step, { equation: `${value} ${sign} ${operand} = ${result}` }));
    value = result;
  }
  sentences.push(fill(pick(story.ask), {}));
  steps.push(`So the answer is \\boxed{${value}}.`);
  return { start, operations, text: sentences.join(" "), steps, answer: value };
}

// The stories, which are also read in Python.

/** Placeholders: {who}, {things}, {n} for a number, and {equation} for the equation of a step. */
interface Story {
  who: readonly string[];
  things: readonly string[];
  start: readonly string[];
  add: readonly string[];
  subtract: readonly string[];
  multiply: readonly string[];
  ask: readonly string[];
  step: string;
}

let known: readonly Story[] | undefined;

/** Read when the first problem is made. */
export const stories = (): readonly Story[] =>
  (known ??= JSON.parse(
    readFileSync(new URL("../../../models/stories.json", import.meta.url), "utf8"),
  ) as Story[]);
