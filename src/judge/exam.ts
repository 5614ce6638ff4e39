// The examination of a judge, before it may judge: pairs with known answers, asked like any other pair, but without the
// guards against bad answers. A judge that accepts a wrong answer or a master key is refused; so is one that recognises
// few right answers.

import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedError, messageOf } from "../errors/expected-error.ts";
import { jsonIn } from "../jsonl/errors.ts";
import { writeWholeFile } from "../jsonl/whole-file.ts";
import { count } from "../outgoing/counted.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { type ExamPair, keyPairs, rightPairs, wrongPairs } from "./exam-pairs.ts";
import { readReply } from "./formats.ts";
import type { AskPair, JudgeStamp, Replies, ReplyCache } from "./judge.ts";

const figures = z.object({ of: z.int(), accepted: z.int(), inconclusive: z.int() });
const examShape = z.object({
  at: z.string(),
  right: figures,
  wrong: figures,
  keys: figures,
  /** Pairs that were accepted although they are wrong. */
  accepted: z.array(z.object({ gold: z.string(), answer: z.string() })),
  tokens: z.object({ input: z.number(), output: z.number() }),
  passed: z.boolean(),
});

/** The result of an examination. */
export type Exam = z.output<typeof examShape>;

/** The minimum share of right answers that must be recognised. */
const leastRecognised = 0.5;
/** A model whose first replies all lack a verdict cannot follow the format, and is not asked further. */
const mostWithout = 16;
const atOnce = 16;

/** Asks all pairs. @throws {ProviderError} if a call failed, because the result is then unknown */
export async function examine(
  ask: AskPair,
  { format }: JudgeStamp,
  onPair: (done: number, of: number) => void = () => {},
): Promise<Exam> {
  const exam: Exam = {
    at: new Date().toISOString(),
    right: { of: 0, accepted: 0, inconclusive: 0 },
    wrong: { of: 0, accepted: 0, inconclusive: 0 },
    keys: { of: 0, accepted: 0, inconclusive: 0 },
    accepted: [],
    tokens: { input: 0, output: 0 },
    passed: false,
  };
  const pairs = (["right", "wrong", "keys"] as const).flatMap((kind) =>
    pairsOf[kind].map((pair) => ({ kind, pair })),
  );
  let next = 0;
  const work = async () => {
    for (let at = next++; at < pairs.length && !isSilent(exam); at = next++) {
      const { kind, pair } = pairs[at]!;
      const [problem, gold, answer] = pair;
      const { replies, tokens } = await ask({ problem, gold, answer });
      const said = replies.map((reply) => readReply(format, reply));
      exam[kind].of++;
      if (said.length === 2 && said.every((each) => each === "equal")) {
        exam[kind].accepted++;
        if (kind !== "right") exam.accepted.push({ gold, answer });
      } else if (said[0] !== "different") exam[kind].inconclusive++;
      exam.tokens.input += tokens.input;
      exam.tokens.output += tokens.output;
      onPair(asked(exam), pairs.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  exam.passed = exam.accepted.length === 0 && exam.right.accepted >= leastRecognised * exam.right.of;
  return exam;
}

const asked = ({ right, wrong, keys }: Exam): number => right.of + wrong.of + keys.of;

export const inconclusiveIn = ({ right, wrong, keys }: Exam): number =>
  right.inconclusive + wrong.inconclusive + keys.inconclusive;

const isSilent = (exam: Exam): boolean => asked(exam) >= mostWithout && inconclusiveIn(exam) === asked(exam);

const pairsOf: Readonly<Record<"right" | "wrong" | "keys", readonly ExamPair[]>> = {
  right: rightPairs,
  wrong: wrongPairs,
  keys: keyPairs,
};

/** The share of right decisions: right answers that were accepted, and wrong ones that were not. */
export const accuracyOf = ({ right, wrong, keys }: Exam): number =>
  (right.accepted + wrong.of - wrong.accepted + keys.of - keys.accepted) /
  Math.max(1, right.of + wrong.of + keys.of);

/** Why a judge may not judge; undefined if it may. */
export function refusedBecause(exam: Exam): string | undefined {
  if (exam.passed) return undefined;
  const { accepted, right } = exam;
  if (accepted.length > 0) {
    const [{ gold, answer }] = accepted as [Exam["accepted"][number]];
    return (
      `it called ${count(accepted.length)} wrong ${accepted.length === 1 ? "answer" : "answers"} right; for example it ` +
      `accepted '${answer}' for '${gold}'`
    );
  }
  if (isSilent(exam))
    return (
      `it gave no verdict on any of ${count(asked(exam))} pairs: its replies have no label of the format, are unsure, or ` +
      "contradict each other when the order changes"
    );
  return `it recognised only ${count(right.accepted)} of ${count(right.of)} right answers`;
}

/** The judge failed its examination. */
export class RefusedJudgeError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "RefusedJudgeError";
  }
}

/** The data of a judge that is stored between commands: its examination, and its replies by content. */
export class KeptJudge implements ReplyCache {
  private readonly path: string;
  private known: Map<string, Replies> | undefined;

  constructor(
    stamp: JudgeStamp,
    private readonly folder = keptFolder(),
  ) {
    const hash = createHash("sha256").update(JSON.stringify(stamp)).digest("hex").slice(0, 24);
    this.path = join(folder, hash);
  }

  /** Undefined if it was not examined, or if the file cannot be read. */
  get exam(): Exam | undefined {
    try {
      return examShape.parse(JSON.parse(readFileSync(`${this.path}.exam.json`, "utf8")));
    } catch {
      return undefined;
    }
  }

  /** @throws {ExpectedError} */
  keepExam(exam: Exam): void {
    this.made(() => writeWholeFile(`${this.path}.exam.json`, [`${JSON.stringify(exam)}\n`]));
  }

  get(key: string): Replies | undefined {
    this.known ??= this.read();
    return this.known.get(key);
  }

  set(key: string, replies: Replies): void {
    this.known ??= this.read();
    this.known.set(key, replies);
    this.made(() =>
      appendFileSync(`${this.path}.jsonl`, `${withoutSecrets(JSON.stringify({ key, ...replies }))}\n`),
    );
  }

  private made(write: () => void): void {
    try {
      mkdirSync(this.folder, { recursive: true });
      write();
    } catch (error) {
      throw new ExpectedError(`what the judge said cannot be kept in ${this.folder}: ${messageOf(error)}`);
    }
  }

  private read(): Map<string, Replies> {
    let text = "";
    try {
      text = readFileSync(`${this.path}.jsonl`, "utf8");
    } catch {
      // Nothing is stored yet.
    }
    const known = new Map<string, Replies>();
    for (const line of text.split("\n")) {
      // A line that is being written by another process, or was cut off, is asked again.
      const read = line === "" ? undefined : keptLine.safeParse(jsonIn(line)).data;
      if (read) known.set(read.key, { replies: read.replies, tokens: read.tokens });
    }
    return known;
  }
}

const keptLine = z.object({
  key: z.string(),
  replies: z.array(z.string()).min(1).max(2),
  tokens: z.object({ input: z.number(), output: z.number() }),
});

/** In the user's cache folder. */
const keptFolder = (environment = process.env): string =>
  join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "assay", "judge");
