// The task description's words for a problem, and for the ideal reply to it.

export const boxedPrompt = `Problem:
{problem}

Given the problem above, reply with the final answer as a LaTeX expression inside \\boxed{...}.`;

/** Puts the problem where `{problem}` is, as it is: nothing in it is a pattern. */
export const askWith = (prompt: string, problem: string): string => prompt.split("{problem}").join(problem);

/** The solution, where there is one, then the answer in a box. */
export function idealReply(answer: string, solution?: string | undefined): string {
  const sentence = `The answer is \\boxed{${answer}}.`;
  return solution === undefined || solution.trim() === "" ? sentence : `${solution.trimEnd()}\n\n${sentence}`;
}
