// The names of everything that is kept in Redis. The queue of a run is BullMQ's, under the same prefix.

export const prefix = "assay";

/** The runs that are announced, by id. */
export const runsKey = `${prefix}:runs`;
/** The workers that are there, by id. */
export const workersKey = `${prefix}:workers`;

/** The servers that ask to be left alone, by the time until which they do. */
export const pausesKey = `${prefix}:pauses`;

export const announcementKey = (run: string): string => `${prefix}:announced:${run}`;
export const epochKey = (run: string): string => `${prefix}:epoch:${run}`;
export const contextKey = (hash: string): string => `${prefix}:context:${hash}`;
export const workerKey = (id: string): string => `${prefix}:worker:${id}`;

export const queueName = (run: string): string => `run-${run}`;
const queueKey = (run: string, name: string): string => `${prefix}:${queueName(run)}:${name}`;

/** What stands before the ids of jobs. */
export const jobKeys = (run: string): string => queueKey(run, "");
/** BullMQ writes here, in one step with the end of a job, what the job came to. */
export const resultsKey = (run: string): string => queueKey(run, "events");
export const metaKey = (run: string): string => queueKey(run, "meta");
/** What BullMQ writes of a queue that holds nothing. */
export const traceKeys = (run: string): string[] => [metaKey(run), queueKey(run, "stalled-check")];
/** The ids of jobs that wait, or that workers hold. */
export const jobListKey = (run: string, list: "wait" | "active"): string => queueKey(run, list);
