// What a model thought aloud, in all usual spellings of the tags around it. It is never an answer.

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

/** Where the answer may begin: after the last reasoning that was closed; undefined where reasoning never ends. */
export function afterThinking(text: string): number | undefined {
  if (!text.includes("<") && !text.includes("[") && !text.includes("◁")) return 0;
  // No tag that closes later stands before this one, which most responses have.
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
