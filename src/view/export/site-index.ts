// How a static site finds an answer: the answers of a run are one long text, cut into chunks, and an index has the
// position of each. The writer and the page import it.

/**
 * The position of an answer: its first chunk, the offset in it, its length; for a sample also its row in the run's
 * table.
 */
export type AnswerPlace = [chunk: number, from: number, length: number, row?: number];

/** The answers about one run, or about all. */
export type SiteIndex = Record<string, AnswerPlace>;

/** The first chunk: the positions of the indexes of all runs. */
export interface SiteRoot {
  /** When the site was written. */
  written: string;
  runs: Record<string, AnswerPlace>;
}

export const rootChunk = 0;

/** The file of a chunk, from the page. */
export const chunkFile = (chunk: number): string => `data/${chunk}.js`;

// The key of a request in a static site: its path, with the parameters in order.

/** A page sends the rows that it already has; a static site always returns the whole table. */
const withoutParameters = /\/table$/;

export function questionKey(path: string): string {
  const [place = "", query = ""] = path.split(/\?(.*)/s);
  if (query === "" || withoutParameters.test(place)) return place;
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${place}?${parameters}`;
}

/** The run of a request; empty for requests about all runs. */
export const runOfKey = (key: string): string => /^api\/runs\/([^/?]+)/.exec(key)?.[1] ?? "";
