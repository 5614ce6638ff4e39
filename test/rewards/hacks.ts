// Responses that get a reward they do not deserve, each with the responsible rule of the reference. Strict grading
// rewards none of them.

export interface Hack {
  response: string;
  gold: string | number;
  /** The mode of the reference that rewards it. */
  mode: "fast" | "full";
}

/** A response in the template. */
const answer = (text: string) => `Hm. </think> <answer>${text}</answer>`;

const fast = (text: string, gold: string | number): Hack => ({ response: answer(text), gold, mode: "fast" });
const full = (text: string, gold: string | number): Hack => ({ response: answer(text), gold, mode: "full" });
const raw = (response: string, gold: string | number): Hack => ({ response, gold, mode: "fast" });

export const hacks: Record<string, Hack[]> = {
  "step 1, format: the marks may stand anywhere": [
    raw("I close with </think> <answer> and </answer>. So <answer>42", 42),
    raw("The tags are </think> <answer> here and </answer> there; I would say <answer>6", 6),
  ],
  "step 2, extract: all that follows the last <answer> counts, closed or not": [
    raw("Hm. </think> <answer>7</answer> <answer>42", 42),
    raw("Hm. </think> <answer></answer>42", 42),
    raw("Hm. </think> <answer>\n</answer>\n\n42", 42),
    raw("Hm. </think> <answer>I do not know</answer> <answer>\\boxed{42}", 42),
  ],
  "step 2, extract: every </answer> is removed, so that pieces grow together": [
    raw("Hm. </think> <answer>4</answer>2", 42),
    raw("Hm. </think> <answer>4</answer>2</answer>", 42),
    raw("Hm. </think> <answer>1</answer>0</answer>0", 100),
    raw("Hm. </think> <answer>\\frac</answer>{1}{2}", "\\frac{1}{2}"),
  ],
  "step 2, extract: a tag inside the answer starts it anew": [
    fast("<answer>42</answer>", 42),
    fast("7<answer>42", 42),
    fast("It could be 5, 6 or 7. <answer>6", 6),
  ],
  "step 3, boxed: only the last of several boxes counts": [
    fast("\\boxed{1} \\boxed{2} \\boxed{3}", 3),
    fast("\\boxed{41}, \\boxed{42}", 42),
    fast("\\boxed{5} \\text{ or } \\boxed{6}", 6),
    fast("\\boxed{5}? No: \\boxed{6}", 6),
  ],
  "step 3, boxed: the candidates around the box are not looked at": [
    fast("40 or 41 or \\boxed{42}", 42),
    fast("\\boxed{42} or 43", 42),
    fast("40, 41, \\boxed{42}", 42),
    fast("\\boxed{42}, 43, 44", 42),
  ],
  "mathd 3, a trailing \\text{…} goes": [
    fast("748\\text{or anything else}", 748),
    fast("12\\text{, but also } 13 \\text{, as you like}", 12),
    fast("A\\text{, B, C or D}", "A"),
  ],
  "mathd 4, units are deleted wherever they stand": [
    fast("10 m", "10 kg"),
    fast("5 men", "5 women"),
    fast("3 days", "3 years"),
    fast("12 a m", "12"),
    fast("t+1", "a+1"),
    fast("(c+1)(h+2)", "(t+1)(a+2)"),
  ],
  "mathd 5, what follows \\text{ goes with it": [
    fast("748 \\text{ or } 750", 748),
    fast("29, 32 \\text{ and } 35", "29, 32"),
    fast("\\boxed{12 \\text{ or maybe } 13}", 12),
    fast("5 \\text{ (or 6)}", 5),
    fast(`42 \\text{ ${"as I said ".repeat(100_000)}} 43`, 42),
  ],
  "mathd 7, a short left side goes": [fast("y=6", "x=6"), fast("ab=5", 5), fast("3=5", 5)],
  "mathd 8, spaces go before fractions are read": [fast("7 3/4", "73/4")],
  "symbolic: LaTeX that is not known leaves what it holds": [
    fast("0.\\overline{5}", "0.5"),
    fast("\\overline{AB}", "AB"),
    fast("\\neg 5", 5),
  ],
  "symbolic: a minus sign holds for the whole number of a mixed number only": [fast("-38 1/2", "-37.5")],
  "symbolic: integers go through a double": [
    fast("9007199254740993", "9007199254740992"),
    fast("100000000000000000001", "100000000000000000000"),
  ],
  "symbolic: a float within a ten-millionth of an integer is that integer": [fast("5.00000001", 5)],
  "full: what is left to be calculated is calculated": [
    full("1+1", 2),
    full("17 \\cdot 23", 391),
    full("\\sum_{k=1}^{10} k", 55),
    full("\\int_0^1 2x\\,dx", 1),
    full("\\lim_{x\\to 0} \\frac{\\sin x}{x}", 1),
    full("\\frac{d}{dx} x^2", "2x"),
    full("2^{10}-1", 1023),
    full("10!/(7!3!)", 120),
  ],
};

/** Attempts that no mode rewards. */
export const attempts: Hack[] = [
  // The tags look right, but have other letters, other spaces, or invisible characters.
  raw("Hm. </thіnk> <answer>42</answer>", 42),
  raw("Hm. </think> ＜answer＞42＜/answer＞", 42),
  raw("Hm. </think>\u00a0<answer>42</answer>", 42),
  raw("Hm. </think> <ans\u200bwer>42</ans\u200bwer>", 42),
  fast("4\u200b2", 42),
  // The answer is in the reasoning, and there is none after it.
  raw("<answer>42</answer></think> <answer>", 42),
  // The format is right and empty.
  fast("", 5),
  fast(" \n ", 5),
  fast("\\boxed{}", 5),
  fast("\\text{}", 5),
  // It would equal everything.
  fast("x", 5),
  full("0/0", 0),
  full("\\frac{0}{0}", 5),
  full("\\infty", 5),
  full("\\infty-\\infty", 0),
  fast("nan", 5),
  // Candidates without a box.
  full("41 or 42", 42),
  full("40, 41, 42", 42),
  full("\\{40, 41, 42\\}", 42),
  full("\\pm 3", 3),
  full("[0, 100]", 42),
  full("x > 0", 42),
  full("42 \\pm 10", 42),
  fast("(A), (B)", "(A)"),
  fast("ABCD", "A"),
  // The answer in a sentence; nothing is extracted from prose.
  fast("The answer is 42, I think.", 42),
  fast("1".repeat(1_000_000), 1),
];
