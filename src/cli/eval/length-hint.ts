// What to do when a server refuses a request for its length: tasks ask for as many tokens as a long solution may take,
// and the context of a small model holds fewer.

const refusals = [
  /maximum context length (?:is|of) (?<most>[\d,]+)/i,
  /max_model_len \(?(?<most>[\d,]+)/i,
  /max_new_tokens`? must be <= (?<most>[\d,]+)/i,
  /(?:context (?:size|window|length)|n_ctx)\D{0,20}(?<most>\d[\d,]*)/i,
  /(?:exceeds?|longer than|larger than|greater than|too (?:long|large)).{0,60}(?:context|max(?:imum)?[_ ](?:model|sequence|total|position))/i,
  /(?:context|max_tokens|max_new_tokens|max_completion_tokens).{0,60}(?:exceed|too (?:long|large|many)|at most|less than|<=)/i,
];

/** Undefined where the failure is about something else. @param flag the one that limits the tokens */
export function lengthHint(failure: string, flag: string): string | undefined {
  const found = refusals.map((refusal) => refusal.exec(failure)).find((match) => match !== null);
  if (!found) return undefined;
  const context = Number(found.groups?.most?.replaceAll(",", "") ?? Number.NaN);
  // A quarter of the context is left for the problem.
  const example = context >= 64 ? `, for example ${flag} ${Math.floor(context * 0.75)}` : "";
  return `the server refuses the length: ask for fewer tokens with ${flag}${example}`;
}
