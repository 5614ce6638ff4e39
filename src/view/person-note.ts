// A user's note on a sample, a problem of a search or a judged solution: labels from 1 to 9 and a comment. It belongs
// to the run's name and its subject, so a file of notes fits copies of the same runs on a different machine. Pure: page
// and server read notes with it.

export interface PersonsNote {
  /** The run's name in the list. */
  run: string;
  /** The address in the page. */
  address: string;
  /** Its subject, in parts: task, problem, sample. */
  about: Readonly<Record<string, string | number>>;
  /** From 1 to 9, in order. */
  labels: readonly number[];
  comment: string;
  /** When it was last changed. */
  at: string;
}

export const noteKey = ({ run, about }: Pick<PersonsNote, "run" | "about">): string =>
  JSON.stringify([run, ...Object.values(about).map(String)]);

export const isEmptyNote = ({ labels, comment }: PersonsNote): boolean =>
  labels.length === 0 && comment.trim() === "";

const longest = 10_000;
const mostParts = 4;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest;
const isLabel = (value: unknown): value is number => [1, 2, 3, 4, 5, 6, 7, 8, 9].includes(value as number);

/** Undefined if a value is not a note. Files of earlier versions have a flag, which is read as label 1. */
export function readNote(value: unknown): PersonsNote | undefined {
  const { run, address, about, labels, flag, comment, at } = (value ?? {}) as Record<string, unknown>;
  const texts = [run, address, comment, at];
  const parts = Object.entries(about ?? {});
  const given = Array.isArray(labels) ? labels : flag === true ? [1] : [];
  if (!texts.every(isText) || parts.length === 0 || parts.length > mostParts || !given.every(isLabel))
    return undefined;
  if (!parts.every(([name, part]) => isText(name) && (isText(part) || Number.isSafeInteger(part))))
    return undefined;
  return {
    run: run as string,
    address: address as string,
    about: Object.fromEntries(parts) as PersonsNote["about"],
    labels: [...new Set(given as number[])].sort(),
    comment: comment as string,
    at: at as string,
  };
}
