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
