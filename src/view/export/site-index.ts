// How a static site finds an answer: the answers of a run are one long text, cut into chunks, and an index says where each
// is. The writer and the page import it.

/** Where an answer is: its first chunk, the place in that, its length; of a sample also its row in the run's table. */
export type AnswerPlace = [chunk: number, from: number, length: number, row?: number];

/** The answers about one run, or about all. */
export type SiteIndex = Record<string, AnswerPlace>;

/** The first chunk: where the index of each run is. */
export interface SiteRoot {
  /** When the site was written. */
  written: string;
  runs: Record<string, AnswerPlace>;
}

export const rootChunk = 0;

/** The file of a chunk, from the page. */
export const chunkFile = (chunk: number): string => `data/${chunk}.js`;

// A question of the page as a static site looks it up: the path that would be asked, with its parameters in order.

/** What is already known of a table is asked along with it, and a static site always gives the whole. */
const withoutParameters = /\/table$/;

export function questionKey(path: string): string {
  const [place = "", query = ""] = path.split(/\?(.*)/s);
  if (query === "" || withoutParameters.test(place)) return place;
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${place}?${parameters}`;
}

/** The run that a question is about; empty for those about all. */
export const runOfKey = (key: string): string => /^api\/runs\/([^/?]+)/.exec(key)?.[1] ?? "";
