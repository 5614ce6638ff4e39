// Scripts for changes that must happen in Redis in one step.

import type { Redis } from "ioredis";
import {
  type Announcement,
  announcementKey,
  contextKey,
  epochKey,
  jobKeys,
  metaKey,
  resultsKey,
  runsKey,
} from "./messages.ts";
import { inTime } from "./redis.ts";

/** BullMQ would otherwise delete unread results. */
const eventsAtMost = 1_000_000_000;

/** Announces that a run hands out units, unless a later coordinator has started it. */
const announceScript = `
local now = tonumber(redis.call('GET', KEYS[1]) or '0')
local mine = tonumber(ARGV[1])
if now > mine then return -1 end
if now < mine then redis.call('SET', KEYS[1], ARGV[1]) end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
redis.call('SADD', KEYS[3], ARGV[4])
redis.call('SET', KEYS[4], ARGV[5], 'PX', ARGV[3])
redis.call('HSET', KEYS[5], 'opts.maxLenEvents', ARGV[6])
if now < mine then return 1 end
return 0
`;

/** Returns the jobs that are missing, and the last result that was written before the check. */
const missingScript = `
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local answer = { last[1] and last[1][1] or '0-0' }
for i = 2, #ARGV do
  if redis.call('EXISTS', ARGV[1] .. ARGV[i]) == 0 then answer[#answer + 1] = ARGV[i] end
end
return answer
`;

/** BullMQ writes an event for every change of a job; only its end matters, and the rest is deleted unread. */
const takeScript = `
local found = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])
local last, ends, rest = ARGV[1], {}, {}
for _, entry in ipairs(found) do
  last = entry[1]
  local event = entry[2][2]
  if event == 'completed' or event == 'failed' then ends[#ends + 1] = entry else rest[#rest + 1] = last end
end
if #rest > 0 then redis.call('XDEL', KEYS[1], unpack(rest)) end
return { last, #found, ends }
`;

/** The number of results after a place, among the other events of BullMQ; and the last entry that was examined. */
const countScript = `
local found = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])
local last, results = ARGV[1], 0
for _, entry in ipairs(found) do
  last = entry[1]
  if entry[2][2] == 'completed' then results = results + 1 end
end
return { last, #found, results }
`;

/**
 * Whether this coordinator is the run's own.
 * - `kept`: as before
 * - `made`: Redis knew nothing of it, and now does
 * - `replaced`: a different coordinator has started the run
 */
type Standing = "kept" | "made" | "replaced";

export async function announce(
  redis: Redis,
  announced: Announcement,
  context: string,
  aliveMs: number,
): Promise<Standing> {
  const { run, epoch } = announced;
  const code = await redis.eval(
    announceScript,
    5,
    epochKey(run),
    announcementKey(run),
    runsKey,
    contextKey(announced.context),
    metaKey(run),
    epoch,
    JSON.stringify(announced),
    Math.ceil(aliveMs),
    run,
    context,
    eventsAtMost,
  );
  return code === -1 ? "replaced" : code === 1 ? "made" : "kept";
}

/** The number of jobs that are checked in one step, because Redis does nothing else meanwhile. */
const lookedForAtOnce = 2_000;

interface MissingJobs {
  last: string;
  missing: string[];
}

/** In steps: each with the last result that was written before it. */
export async function* missingJobs(
  redis: Redis,
  run: string,
  jobs: readonly string[],
): AsyncGenerator<MissingJobs> {
  for (let from = 0; from < jobs.length; from += lookedForAtOnce) {
    const some = jobs.slice(from, from + lookedForAtOnce);
    const answer = redis.eval(missingScript, 1, resultsKey(run), jobKeys(run), ...some);
    const [last, ...missing] = (await inTime(answer)) as [string, ...string[]];
    yield { last, missing };
  }
}

interface TakenEnds {
  /** The last entry that was examined. */
  last: string;
  /** The number of examined entries. */
  read: number;
  /** The entries about the end of a job. */
  ends: [entry: string, fields: string[]][];
}

/** The entries of a run's results after a place. */
export async function takeEnds(redis: Redis, key: string, after: string, atMost: number): Promise<TakenEnds> {
  const [last, read, ends] = (await redis.eval(takeScript, 1, key, after, atMost)) as [
    TakenEnds["last"],
    TakenEnds["read"],
    TakenEnds["ends"],
  ];
  return { last, read, ends };
}

const countedAtOnce = 1_000;

/** The results of a run that are in Redis. */
export async function countResults(redis: Redis, run: string): Promise<number> {
  let sum = 0;
  let after = "0-0";
  for (;;) {
    const answer = await redis.eval(countScript, 1, resultsKey(run), after, countedAtOnce);
    const [last, read, results] = answer as [string, number, number];
    sum += results;
    if (read < countedAtOnce) return sum;
    after = last;
  }
}
