// The specification's prompt for a problem, and the ideal reply to it.

export const boxedPrompt = `Problem:
{problem}

Given the problem above, reply with the final answer as a LaTeX expression inside \\boxed{...}.`;

/** Inserts the problem at `{problem}` literally. */
export const askWith = (prompt: string, problem: string): string => prompt.split("{problem}").join(problem);

/** The solution, if there is one, then the answer in a box. */
export function idealReply(answer: string, solution?: string | undefined): string {
  const sentence = `The answer is \\boxed{${answer}}.`;
  return solution === undefined || solution.trim() === "" ? sentence : `${solution.trimEnd()}\n\n${sentence}`;
}
