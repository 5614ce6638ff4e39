// Where a model's turn ends. Servers leave the token of it in the text, and a model that is not stopped there goes on to
// speak for the user; nothing after it is the answer.

const ends = [
  "<\\|im_end\\|>",
  "<\\|eot_id\\|>",
  "<\\|eom_id\\|>",
  "<\\|end_?of_?text\\|>",
  "<\\|end_of_turn\\|>",
  "<\\|END_OF_TURN_TOKEN\\|>",
  "<\\|eos\\|>",
  "<\\|return\\|>",
  // In a dialogue of several messages only the last one's end is the turn's.
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

/** Where the first token that ends the turn stands; the length of the text where there is none. */
export function turnEndIn(text: string): number {
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
  // What opens the answer's own turn ends none.
  const from = turnStart.exec(text)?.[0].length ?? 0;
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
    turnEnd.lastIndex = at;
    if (turnEnd.test(text)) return at;
  }
  return text.length;
}

/** `</s>` ends a sequence, unless it ends what was struck through: tokenizers leave a space after the `<s>` that begins one. */
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

/** Where a question is asked after a blank line, the first time; none where the text begins with one of its own. */
export function nextQuestionIn(text: string, from: number, to: number): number | undefined {
  if (!/question|problem|exercise|\nq\W|问题|题目|例/i.test(text)) return undefined;
  const [first] = `\n\n${text.slice(from, to)}`.matchAll(question);
  return first === undefined || first.index === 0 ? undefined : from + first.index - 2;
}
