// The reward from logprobs: the probability of the label for right against that of the label for wrong, at the token
// that decides between them. At any other token, such as a later word of the reply, the probabilities would mean
// something else.

import { z } from "zod";
import type { TokenLogprob } from "../models/model.ts";
import { folded, type LabelPair, type Verdict } from "./labels.ts";
import type { FoundVerdict } from "./verdict.ts";

/** The probabilities of both labels at the deciding token; of a label that is not listed, its bound. */
export interface Masses {
  right: number;
  wrong: number;
}

interface LabelReward {
  /** P(right) / (P(right) + P(wrong)), with the spellings of a label summed. */
  reward: number;
  /** The two probabilities: 0.001 against 0.001 gives the same reward as 0.5 against 0.5, but means less. */
  masses: Masses;
  note?: string | undefined;
}

/** The reward of a verdict that was read in a reply; undefined if the tokens do not show it. */
export function verdictReward(
  tokens: readonly TokenLogprob[],
  text: string,
  found: FoundVerdict,
): LabelReward | undefined {
  const { pair } = found;
  const pieces = tokens.map(({ token }) => pieceOf(token));
  const at = placeOf(found, text, pieces.join(""));
  if (at < 0) return undefined;
  let begin = 0;
  let said = "";
  for (const [place, piece] of pieces.entries()) {
    const lead = piece.slice(0, Math.max(0, at - begin));
    begin += piece.length;
    if (begin <= at) continue;
    const extended = said + folded(piece.slice(lead.length));
    if (sideOf(extended, pair)) return rewardAt(tokens[place]!, pair, { said, lead });
    said = extended;
  }
  return undefined;
}

/** Servers that separate the reasoning still send its tokens, so the verdict is located from the reply's end. */
function placeOf({ start, verdict, pair }: FoundVerdict, text: string, said: string): number {
  const at = said.lastIndexOf(text.slice(start));
  if (at >= 0) return at;
  // A character of several tokens is not visible in any of them, so the verdict's word is counted from the end.
  const word = text.slice(start, start + pair[verdict === "right" ? 0 : 1].length);
  const later = text.slice(start + word.length).split(word).length - 1;
  const before = said.split(word).slice(0, -1 - later);
  return before.length === 0 ? -1 : before.join(word).length;
}

/**
 * The reward at one token, whichever was drawn there; undefined if neither label is among the likely ones.
 * @param before the beginning of the label, if it is split into several tokens, and the text before it in the token
 */
export function rewardAt(
  token: TokenLogprob,
  pair: LabelPair,
  before = { said: "", lead: "" },
): LabelReward | undefined {
  const isListed = token.top.some((each) => each.token === token.token);
  const likely = isListed ? token.top : [...token.top, token];
  const sums: Partial<Record<Verdict, number>> = {};
  for (const { token: candidate, logprob } of likely) {
    const side = sideOf(before.said + labelPart(pieceOf(candidate), before), pair);
    if (side) sums[side] = (sums[side] ?? 0) + Math.exp(logprob);
  }
  if (sums.right === undefined && sums.wrong === undefined) return undefined;
  const { right = boundOf(likely), wrong = boundOf(likely) } = sums;
  const reward = right + wrong > 0 ? right / (right + wrong) : 0.5;
  const masses = { right, wrong };
  if (sums.right !== undefined && sums.wrong !== undefined) return { reward, masses };
  const label = sums.right === undefined ? pair[0] : pair[1];
  return {
    reward,
    masses,
    note: `'${label}' is not among the ${likely.length} likeliest tokens; the probability of the least likely one is its bound`,
  };
}

/**
 * The bound for a token that is not listed: the probability of the least likely listed token, or, if only one is
 * listed, the remaining probability.
 */
function boundOf(likely: readonly { logprob: number }[]): number {
  const least = Math.exp(
    likely.reduce((least, { logprob }) => Math.min(least, logprob), Number.POSITIVE_INFINITY),
  );
  return likely.length > 1 ? least : Math.max(0, 1 - least);
}

/** The label that a text is, or begins; undefined while both are possible. */
function sideOf(text: string, pair: LabelPair): Verdict | undefined {
  if (text === "") return undefined;
  const isRight = beginsOrIs(text, pair[0]);
  if (isRight === beginsOrIs(text, pair[1])) return undefined;
  return isRight ? "right" : "wrong";
}

const beginsOrIs = (text: string, label: string): boolean =>
  label.startsWith(text) || (text.startsWith(label) && !/^[\p{L}\p{N}]/u.test(text.slice(label.length)));

/** The part of a token that belongs to the label: blanks and brackets may precede it. */
function labelPart(piece: string, { said, lead }: { said: string; lead: string }): string {
  if (said !== "") return folded(piece);
  return folded(piece.startsWith(lead) ? piece.slice(lead.length) : piece).replace(/^[\s[({*_"'`]+/, "");
}

/** Some servers send tokens in the spelling of their vocabulary, with a sign for the blank. */
const pieceOf = (token: string): string => token.replace(/[▁Ġ]/g, " ").replaceAll("Ċ", "\n");

/** The judgement of a step in a journal. */
export const judgementFields = {
  verdict: z.enum(["right", "wrong"]).nullable(),
  text: z.string().nullable(),
  /** The probabilities of both labels, if the reward was computed from them. */
  masses: z.object({ right: z.number(), wrong: z.number() }).optional(),
  note: z.string().optional(),
};
