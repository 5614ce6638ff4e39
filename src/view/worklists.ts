// Lists of a search's choices that are worth a look. A file of its own, so that the page has the names without the grader.

export const worklists = ["low", "close", "passed", "false"] as const;
export type Worklist = (typeof worklists)[number];
