/** The programs of processes that stay for the next file of tests, and end with the test process. */
export const keptPrograms = new Set<string>();
