// A word of a command, quoted for a shell, for commands that the user copies.

export const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
