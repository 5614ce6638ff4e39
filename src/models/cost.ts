// What tokens cost, where prices are known.

import type { Usage } from "./model.ts";

/** Money for a million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** For example `USD`; not known unless said. */
  currency?: string | undefined;
}

/** For example `1.50 USD`. */
export const costText = (cost: number, currency: string | undefined, digits: number): string =>
  `${cost.toFixed(digits)} ${currency ?? "in the prices' currency"}`;

export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000;
