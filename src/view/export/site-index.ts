// How a static site finds an answer: the answers of a run are one long text, cut into chunks, and an index says where each
// stands. Types and names alone: the writer and the page import them.

/** Where an answer stands: its first chunk, the place in that, its length; of a sample also its row in the run's table. */
export type AnswerPlace = [chunk: number, from: number, length: number, row?: number];

/** The answers about one run, or about all. */
export type SiteIndex = Record<string, AnswerPlace>;

/** The first chunk: where the index of each run stands. */
export interface SiteRoot {
  /** When the site was written. */
  written: string;
  runs: Record<string, AnswerPlace>;
}

export const rootChunk = 0;

/** The file of a chunk, from the page. */
export const chunkFile = (chunk: number): string => `data/${chunk}.js`;
