// The part of a response that contains its answer. Reasoning, in all common spellings of its tags, is left out, and so
// is everything after the end of the turn: servers leave the end-of-turn token in the text, and a model that is not
// stopped there continues with the user's turn.

import type { Place } from "./mark.ts";

const names =
  "think|thinking|thoughts?|thought_process|reasoning|reasoning_process|reason|reflection|analysis|scratch_?pad|" +
  "inner_?monologue|monologue|chain_of_thought|cot|antthinking";

const openings = [
  `<(?:\\w{1,20}:)?(?:${names})(?:\\s[^<>]{0,80})?>`,
  `<\\|(?:begin_of_thought|thought_start|${names})\\|>`,
  "◁think▷",
  "\\[THINK(?:ING)?\\]",
  "<\\|channel\\|>(?:analysis|commentary)[^<>]{0,40}<\\|message\\|>",
];

const closings = [
  `<\\s{0,2}/\\s{0,2}(?:\\w{1,20}:)?(?:${names})\\s{0,4}>`,
  `<\\|(?:end_of_thought|thought_end|/(?:${names}))\\|>`,
  "◁/think▷",
  "\\[/THINK(?:ING)?\\]",
  "<\\|channel\\|>final[^<>]{0,40}<\\|message\\|>",
];

const opening = new RegExp(openings.join("|"), "gi");
const closing = new RegExp(closings.join("|"), "gi");

/** Where the answer may begin: after the last reasoning that was closed; undefined if reasoning never ends. */
export function afterThinking(text: string): number | undefined {
  if (!text.includes("<") && !text.includes("[") && !text.includes("◁")) return 0;
  // No tag that closes later is before this one, which most responses have.
  const closed = lastOf(closing, text, Math.max(0, text.lastIndexOf("</think>")));
  const from = closed === undefined ? 0 : closed.index + closed[0].length;
  opening.lastIndex = from;
  return opening.test(text) ? undefined : from;
}

/** Whether a text ends by opening reasoning, as prompts of chat templates do. */
export function endsInThinking(text: string): boolean {
  const last = lastOf(opening, text);
  return last !== undefined && text.slice(last.index + last[0].length).trim() === "";
}

function lastOf(pattern: RegExp, text: string, from = 0): RegExpExecArray | undefined {
  let last: RegExpExecArray | undefined;
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) last = found;
  return last;
}

const ends = [
  "<\\|im_end\\|>",
  "<\\|eot_id\\|>",
  "<\\|eom_id\\|>",
  "<\\|end_?of_?text\\|>",
  "<\\|end_of_turn\\|>",
  "<\\|END_OF_TURN_TOKEN\\|>",
  "<\\|eos\\|>",
  "<\\|return\\|>",
  // In a dialogue of several messages, only the end of the last message ends the turn.
  "<\\|end\\|>(?!\\s{0,4}<\\|start\\|>assistant)",
  "<end_of_turn>",
  "<｜end▁of▁sentence｜>",
  "<eos>",
  "<eo[adtm]>",
  // Another turn begins.
  "<\\|im_start\\|>",
  "<\\|start_header_id\\|>",
  "<start_of_turn>",
  "<\\|(?:user|observation)\\|>",
  "<｜User｜>",
];

const turnEnd = new RegExp(ends.join("|"), "y");
const turnStart = /^\s*(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>)/;

/** Where the first token that ends the turn is; the length of the text where there is none. */
function turnEndIn(text: string): number {
  const ends = [
    tokenIn(text),
    endOfSequence(text),
    text.indexOf("[INST]"),
    text.indexOf("[/INST]"),
    text.indexOf("\nHuman:"),
    text.indexOf("\nUser:"),
  ];
  return ends.reduce((first, end) => (end >= 0 && end < first ? end : first), text.length);
}

/** The text up to the end of its turn. */
export const withoutTurnEnd = (text: string): string => text.slice(0, turnEndIn(text));

function tokenIn(text: string): number {
  // The token that opens the answer's own turn does not end it.
  const from = turnStart.exec(text)?.[0].length ?? 0;
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
    turnEnd.lastIndex = at;
    if (turnEnd.test(text)) return at;
  }
  return text.length;
}

/**
 * `</s>` ends a sequence, unless it closes struck-through text: tokenizers leave a space after the `<s>` that begins
 * one.
 */
function endOfSequence(text: string): number {
  const begun = /^\s*<s>(?=\s)/.exec(text)?.[0].length ?? 0;
  const end = text.indexOf("</s>", begun);
  return end < 0 || text.slice(begun, end).includes("<s>") ? -1 : end;
}

const lastTokens = ["<|im_end|>", "<|endoftext|>", "</s>", "<|eot_id|>"];

/** The text without the special tokens that tokenizers of trainers leave at its end; those inside it stay. */
export function withoutLastTokens(text: string): string {
  let end = text.length;
  for (;;) {
    let last = end;
    while (last > 0 && /\s/.test(text[last - 1]!)) last--;
    const token = lastTokens.find((each) => text.endsWith(each, last));
    if (token === undefined) return text.slice(0, end);
    end = last - token.length;
  }
}

const question =
  /\n[^\S\n]*\n\s*(?:#{1,6}\s*|\*\*)?(?:(?:the\s)?(?:next|new|another)\s)?(?:question|problem|exercise|q|问题|题目|例题?)\s*\d{0,4}(?:\*\*)?\s*[:：.](?!\d)/giu;

/** The place of the first question after a blank line; undefined if the text begins with a question of its own. */
export function nextQuestionIn(text: string, from: number, to: number): number | undefined {
  if (!/question|problem|exercise|\nq\W|问题|题目|例/i.test(text)) return undefined;
  const [first] = `\n\n${text.slice(from, to)}`.matchAll(question);
  return first === undefined || first.index === 0 ? undefined : from + first.index - 2;
}

/** After the reasoning, before the end of the turn. Undefined: the reasoning never ends. */
export function answeringPart(response: string): Place | undefined {
  const to = turnEndIn(response);
  const from = afterThinking(to === response.length ? response : response.slice(0, to));
  return from === undefined ? undefined : { from, to };
}

/** Everything after the reasoning, including the end of the turn; undefined if the reasoning never ends. */
export function replyIn(response: string): string | undefined {
  const part = answeringPart(response);
  return part && response.slice(part.from);
}
