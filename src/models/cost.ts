// What tokens cost, where prices are known.

import type { Usage } from "./model.ts";

/** Money for a million tokens. */
export interface Prices {
  input: number;
  output: number;
}

export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000;
