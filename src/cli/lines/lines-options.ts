// The options that all commands over JSON Lines share. They stand apart from the engine, so that a command can show
// its help or grade one pair without loading it.

/** For `readOptions`, beside a command's own. */
export const lineOptions = {
  input: { type: "string" },
  output: { type: "string" },
  workers: { type: "string" },
  resume: { type: "boolean" },
  json: { type: "boolean" },
  "grading-timeout": { type: "string" },
} as const;

/** For `--help`, beside a command's own. */
export const lineHelp = `  --input FILE      JSON Lines to read; '-' (the default) is standard input
  --output FILE     where the lines go; '-' (the default) is standard output
  --resume          go on where the output ends
  --workers N       worker threads at most (default: all cores)
  --grading-timeout S
                    seconds after which the grading of one line is ended (10); it then counts as wrong
  --json            the summary as one JSON object on standard output
`;
