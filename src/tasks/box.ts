// The box that marks a final answer. One pass over the text, however many boxes are left open in it.

/** What the last `\boxed{…}` that closes holds; of nested ones, the innermost. */
export function lastBox(text: string): string | undefined {
  if (!text.includes("\\boxed")) return undefined;
  const command = /\\boxed\s*\{|\\[\s\S]|[{}]/g;
  const opened: { at: number; isBox: boolean }[] = [];
  let last: { start: number; end: number } | undefined;
  for (const { 0: token, index } of text.matchAll(command)) {
    if (token === "}") {
      const group = opened.pop();
      if (group?.isBox && (last === undefined || group.at > last.start))
        last = { start: group.at, end: index };
    } else if (token.endsWith("{") && token !== "\\{")
      opened.push({ at: index + token.length, isBox: token !== "{" });
  }
  return last && text.slice(last.start, last.end);
}
