// Reads a completion of the policy as a continuation of a solution. Servers report its end in different ways: vLLM
// names the stop string or sends null for the end of the turn, SGLang names the matched string, TGI leaves the stop
// string in the text, llama.cpp reports nothing. The text itself is therefore used too.

import { lastBox, withoutTurnEnd } from "../answers/index.ts";
import type { Completion } from "../models/model.ts";
import { emptyReply } from "../outgoing/empty-completions.ts";
import type { Candidate, Ending } from "./strategy.ts";

/** The separator of steps, which stops the policy. */
export const stepEnd = "\n\n";

/** The finish reasons for the end of a turn, of servers that do not use `stop` for everything. */
const turnEndReasons: readonly (string | null)[] = ["eos_token", "eos", "end_turn", "stop_token"];

type Ended = Pick<Completion, "text" | "finish" | "stopReason" | "reasoning" | "toolCalls">;
type Continuation = Omit<Candidate, "path">;

/** One step: up to the first blank line, even if the server did not stop there. */
export function readStep(completion: Ended): Continuation {
  const { text, endsTurn } = readEnd(completion);
  const begun = text.trimStart();
  const end = begun.search(/\n[^\S\n]*\n/);
  const step = (end < 0 ? begun : begun.slice(0, end)).trimEnd();
  const why = emptyReply(completion);
  if (step === "") return dropped(why === "empty" && endsTurn ? "empty: the policy ended its turn" : why);
  const isCut = end < 0 && completion.finish === "length";
  const ends: Ending | null = holdsAnswer(step) ? "answer" : end < 0 && !isCut && endsTurn ? "turn" : null;
  return { steps: [step], rewards: [null], ends };
}

/** A whole solution, split into steps. It is not continued, however it ended. */
export function readSolution(completion: Ended): Continuation {
  const { text } = readEnd(completion);
  const steps = text
    .split(/\n[^\S\n]*\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
  if (steps.length === 0) return dropped(emptyReply(completion));
  const ends = steps.some(holdsAnswer) ? "answer" : completion.finish === "length" ? "length" : "turn";
  return { steps, rewards: steps.map(() => null), ends };
}

export const dropped = (why: string): Continuation => ({
  steps: [],
  rewards: [],
  ends: null,
  dropped: { why },
});

const holdsAnswer = (step: string): boolean => boxedAnswer(step) !== null;

function readEnd({ text, finish, stopReason }: Ended): { text: string; endsTurn: boolean } {
  const bare = withoutTurnEnd(text);
  if (bare.length < text.length) return { text: bare, endsTurn: true };
  if (finish === "length") return { text, endsTurn: false };
  if (stopReason !== undefined) return { text, endsTurn: stopReason !== stepEnd };
  return { text, endsTurn: turnEndReasons.includes(finish) };
}

/**
 * The content of the last box of a step; null for an empty box, because policies announce where their answer will be.
 */
export const boxedAnswer = (step: string): string | null => lastBox(step)?.trim() || null;
