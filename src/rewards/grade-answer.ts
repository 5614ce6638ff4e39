// Grades one answer for `assay grade` and `assay audit`. The answer may be a whole response, so the final answer is
// extracted if the text cannot be read as it is; a gold may be a worked solution.

import { answeringPart, type Saying, sayingOf } from "../answers/index.ts";
import {
  extractAnswer,
  goldAnswer,
  markedAnswer,
  type Policies,
  parse,
  type Verification,
  verify,
} from "../math/index.ts";
import { besideWords } from "./other-words.ts";

export const extractions = ["auto", "always", "never"] as const;
export type Extraction = (typeof extractions)[number];

/** A verdict, or one with its reasons, and the mark of the extracted answer; null if the whole text was graded. */
export type Graded<V extends Verification = Verification> = V & { found_by: string | null };

/** The name in a summary of a gold that cannot be used. */
export const unreadableGold = "unreadable gold";

/** A graded response, and the part of it that was taken as the answer. */
export interface GradedResponse<V extends Verification = Verification> {
  graded: Graded<V> | Graded;
  /** Null if the response gives no answer. */
  extracted: string | null;
  /** Its position in the response, if it is known. */
  at?: readonly [start: number, end: number] | undefined;
  /** No mark: the answer is only the end of the text. */
  isGuessed: boolean;
  /** The verdict on each gold; empty if the response gives no answer. */
  compared: { gold: string; verdict: Verification["verdict"]; by: string }[];
}

/** Grades against golds, of which one match is enough; the answer is read once. `decide` is `verify`, or `explain`. */
export function gradeResponse<V extends Verification>(
  golds: readonly string[],
  response: string,
  extraction: Extraction,
  policies: Policies,
  decide: (gold: string, answer: string, policies: Policies) => V,
): GradedResponse<V> {
  const found = find(response, extraction);
  const same = golds.find((gold) => isSameText(gold, response));
  if (same !== undefined) {
    const graded = { ...decide(same, response, policies), found_by: null };
    return { graded, extracted: response, isGuessed: false, compared: [] };
  }
  const answers = golds.map((gold) => (extraction === "never" ? gold : goldAnswer(gold)));
  if ("reason" in found)
    return {
      graded: unanswered(answers[0]!, response, found.reason),
      extracted: null,
      isGuessed: false,
      compared: [],
    };
  const results = answers.map((gold, i) => {
    const decided = decide(gold, found.answer, policies);
    // Two values without their sentences are compared, and so are the words of the sentences.
    const saying = (): Saying | undefined =>
      found.saying?.() ?? (gold === golds[i] ? undefined : sayingOf(found.answer));
    return besideWords(decided, golds[i]!, saying);
  });
  const result =
    results.find(({ equal }) => equal) ??
    results.find(({ verdict }) => verdict === "undecided") ??
    results[0]!;
  const { answer: extracted, at, isGuessed = false } = found;
  const compared = results.map(({ verdict, by }, i) => ({ gold: answers[i]!, verdict, by }));
  return { graded: { ...result, found_by: found.mark }, extracted, at, isGuessed, compared };
}

/** A response that equals the gold's own text needs no extraction. */
const isSameText = (gold: string, response: string): boolean =>
  gold === response || gold.trim().replace(/\s+/g, " ") === response.trim().replace(/\s+/g, " ");

type Found =
  | {
      answer: string;
      mark: string | null;
      at?: readonly [number, number];
      isGuessed?: true;
      /** The words of the sentence that the answer was taken out of. */
      saying?: (() => Saying | undefined) | undefined;
    }
  | { reason: string };

/** A marked answer is extracted; otherwise, a text that can be read as mathematics is graded as it is. */
function find(response: string, extraction: Extraction): Found {
  if (extraction === "never") return { answer: response, mark: null };
  const explicit = markedAnswer(response);
  if (explicit.kind === "none") return explicit;
  if (explicit.kind === "found") {
    const { answer, mark, start, end } = explicit;
    const saying = mark === "box" ? undefined : () => sayingOf(response, start, end);
    return { answer, mark, at: [start, end], saying };
  }
  const part = answeringPart(response);
  const text = part ? response.slice(part.from, part.to) : response;
  // `1989",` is the rest of a JSON member.
  const whole = { answer: text.replace(/^([^"]*[^"\s])"\s*[,}\]]*\s*$/, "$1"), mark: null };
  const reading = readingOf(whole.answer);
  if (reading === "mathematics") return whole;
  const found = extractAnswer(response, { numbers: extraction === "always" });
  if (reading === "words among values" && !(found && saysValue.test(response.slice(0, found.start))))
    return whole;
  return found
    ? {
        answer: found.answer,
        mark: found.mark,
        at: [found.start, found.end],
        isGuessed: true,
        saying: () => sayingOf(response, found.start, found.end),
      }
    : whole;
}

/** "Solving, we get": the answer follows. */
const saysValue = /(?<!\p{L})(?:get|obtain|find|have|gives|yields|is|are|equals)\s*(?:\$|\\\()?\s*$/iu;

/** Whether a response can be read as it is; one with words among its values may also be a sentence. */
function readingOf(response: string): "mathematics" | "words among values" | "prose" {
  const parsed = parse(response);
  if (!parsed.ok || parsed.tree.kind === "text") return "prose";
  const { tree } = parsed;
  const hasWords = tree.kind === "list" && tree.items.some(({ kind }) => kind === "text");
  return hasWords ? "words among values" : "mathematics";
}

/** The response has marks, but gives no answer: it withdraws it, or ends before. */
function unanswered(gold: string, response: string, reason: string): Graded {
  const result = verify(gold, "");
  if (result.unparsed === "gold") return { ...result, answer: response, found_by: null };
  return {
    ...result,
    verdict: "different",
    equal: false,
    by: "no answer",
    certainty: null,
    answer: response,
    unparsed: "answer",
    reason: `the response gives no answer: ${reason}`,
    found_by: null,
  };
}
