// What a text says around an equation: that it is false, supposed, asked, or in another arithmetic than that of numbers.

/** Other arithmetics: remainders, other bases, operations that a problem defines. They hold for what follows, too. */
const otherArithmetic =
  /\\[bp]?mod\b|\bmod(?:ulo|ulus|ular)?\b|\bbase[- ](?:\d|two|three|eight|ten|sixteen|b\b)|binary|octal|hexadecimal|\\equiv|≡|\boperations?\b|\bclocks?\b|余/i;

/** What is only supposed or tried, said before the equation in its sentence. */
const supposed =
  /\b(?:if|suppose|supposing|substitut\w*|plug\w*|assume|assuming|whether|tr(?:y|ied|ying)|guess|test(?:ed|ing)?|instead|not|never|cannot|would|should|could|let's say|wrong(?:ly)?|incorrect(?:ly)?|mistake\w*|error|typo)\b|n't\b|\\text\{ ?if/i;

/** What calls it false, said after it. */
const denied =
  /\b(?:not|false|contradict\w*|impossible|absurd|incorrect|wrong|invalid|inconsistent|mistake\w*|error|typo|cannot|no|isn't|doesn't|don't|fails?|neither|remainder|rounded|approximately|too (?:large|small|big|high|low|many|few))\b|n't\b|≠|\\neq?\b|✗|❌|×\s*$/i;

const before = 160;
const otherBefore = 400;
const after = 80;

/** Whether the words around an equation take it back, or put it into another arithmetic. */
export function saysOtherwise(text: string, start: number, end: number): boolean {
  if (otherArithmetic.test(text.slice(Math.max(0, start - otherBefore), end + after))) return true;
  const sentence = lastSentence(text.slice(Math.max(0, start - before), start));
  return supposed.test(sentence) || denied.test(text.slice(end, end + after));
}

/** The part after the last end of a sentence. */
function lastSentence(text: string): string {
  const parts = text.split(/[.!?](?=\s)|\n\s*\n/);
  return parts.at(-1) ?? "";
}
