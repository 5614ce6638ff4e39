// JSON Lines in, JSON Lines out: one line for each, in order, over worker threads, in constant memory. Reading waits
// for writing, so a slow disk or reader slows the whole chain down instead of filling the memory.

import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { type AnsweredBlock, addTo } from "./answer-lines.ts";
import { BegunNote, checkBegun, type Mark, readBegun } from "./begun-output.ts";
import { InputError, reasonOf } from "./errors.ts";
import { type LineExecutor, LinePool } from "./line-pool.ts";
import { takeLock } from "./lock.ts";
import { openInput } from "./open-input.ts";
import { measureOutput, nothingWritten, openOutput, type Written } from "./output.ts";
import type { ReadBlock } from "./read-blocks.ts";
import { type Shard, shardName } from "./shard.ts";
import { checkShardNote, ownRows, removeShardNote, writeShardNote } from "./sharded-output.ts";

export interface LineRun {
  /** A path, or `-` for standard input. */
  input: string;
  /** What the input holds. */
  format?: InputFormat | undefined;
  /** A path, or `-` for standard output. */
  output: string;
  /** The built module that the threads open; see `LineModule`. */
  worker: URL;
  /** The argument of the module's `open`; must be cloneable. */
  data?: unknown;
  /** The maximum number of threads; default: all cores. */
  workers?: number | undefined;
  /**
   * Opens the executor that answers the blocks, once the output is reserved for this run; it is closed with the run.
   * Default: threads of this process, which open the module.
   */
  openExecutor?: (() => Promise<LineExecutor>) | undefined;
  /** The work, in words: only the same work may continue an output. */
  work: string;
  /** The part of the rows that is answered; default: all. */
  shard?: Shard | undefined;
  /** Continue the output. */
  resume?: boolean | undefined;
  /** Milliseconds for one line, for code that may not end; its thread is killed. */
  timeoutMs?: number | undefined;
  /** Finds the answers to the questions of a block; the block is then processed again with them. */
  settle?: ((asks: readonly unknown[]) => Promise<unknown>) | undefined;
  /** Stops the run; the output so far stays, as whole lines. */
  signal?: AbortSignal | undefined;
  onProgress?(progress: Progress): void;
  /** Called with a sentence for each line that failed, in the order of the lines. */
  onProblem?(problem: string): void;
}

/** `rows` is a reader for files that are not read from beginning to end. */
export type InputFormat = "jsonl" | "json" | "csv" | { rows(path: string): AsyncIterable<object> };

export interface Progress {
  /** Lines written so far, including those of an earlier run. */
  lines: number;
  /** Of this start alone. */
  linesPerSecond: number;
  /** If the input is a file, so that its size is known. */
  secondsLeft: number | undefined;
  /** Where lines are processed, in words, if not in this process. */
  where?: string | undefined;
}

export interface Summary {
  lines: number;
  failed: number;
  /** Lines from an earlier run; they are among `lines`. */
  resumed: number;
  /** The counters that the module's answers raised in this run. */
  counts: Record<string, number>;
  /** The sums of the figures of this run's lines. */
  sums: Record<string, number>;
  /** Whether the signal ended the run before the input did. */
  stopped: boolean;
  seconds: number;
}

const progressEveryMs = 200;

export async function runLines(run: LineRun): Promise<Summary> {
  const isFile = run.output !== "-" && (await isOrdinary(run.output));
  const lock = isFile ? takeLock(`${run.output}.lock`, run.output) : undefined;
  try {
    return await answerAll(run, isFile);
  } finally {
    lock?.release();
  }
}

/** A file, or nothing yet; locking a device or a pipe is not our task. */
const isOrdinary = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => true,
  );

async function answerAll(run: LineRun, isFile: boolean): Promise<Summary> {
  const started = performance.now();
  const totalBytes = await sizeOfInput(run);
  const written =
    run.resume && run.output !== "-" ? await measureOutput(run.output, run.shard) : nothingWritten;
  const isInputFile = totalBytes !== undefined;
  const begun = isFile && written.lines > 0 ? readBegun(run.output) : undefined;
  const work = run.shard ? `${run.work} --shard ${shardName(run.shard)}` : run.work;
  if (begun) await checkBegun(begun, { ...run, work, isFile: isInputFile });
  if (written.lines > 0) checkShardNote(run.output, run.shard);
  if (isFile) removeShardNote(run.output);
  // First, so that nothing is overwritten if it fails.
  const executor = (await run.openExecutor?.()) ?? threads(run);
  const { output, note } = await openAll(run, isFile, written, work, begun !== undefined).catch(
    async (error: unknown) => {
      await executor.close();
      throw error;
    },
  );
  const input = openInput(run);
  const part = run.shard && ownRows(input, run.shard, written.lines);
  const summary: Summary = {
    lines: written.lines,
    failed: written.failed,
    resumed: written.lines,
    counts: {},
    sums: {},
    stopped: false,
    seconds: 0,
  };
  const report = progressReport(run, summary, totalBytes, executor);

  let writing = Promise.resolve();
  const write = async (block: ReadBlock, answered: AnsweredBlock, mark: Mark | undefined) => {
    if (summary.stopped) return;
    if (mark) note?.add(mark);
    writing = output.write(answered.bytes);
    await writing;
    executor.written?.(block);
    tally(summary, answered);
    for (const problem of answered.problems) run.onProblem?.(problem);
    report(block);
  };

  const answer = async (block: ReadBlock): Promise<AnsweredBlock> => {
    const first = await executor.answer(block);
    if (!run.settle || !first.asks) return first;
    const told = await run.settle(first.asks);
    executor.written?.(block); // Its first answer is no longer used.
    block.told = told;
    return executor.answer(block);
  };

  const stop = () => {
    summary.stopped = true;
    input.destroy();
    void executor.close();
  };
  run.signal?.addEventListener("abort", stop, { once: true });
  if (run.signal?.aborted) stop();

  let isFinished = false;
  let last = Promise.resolve();
  let failure: { error: Error } | undefined;
  try {
    let underWay = 0;
    let wake = () => {};
    executor.onChange?.(() => wake());
    for await (const block of part?.blocks() ?? input.blocks(written.lines)) {
      if (summary.stopped) break;
      const mark = isInputFile ? await input.mark() : undefined;
      underWay++;
      last = Promise.all([answer(block), last]).then(async ([answered]) => {
        await write(block, answered, mark);
        underWay--;
        wake();
      });
      // A failure must be noticed even while the next chunk of input is awaited.
      last.catch((error: Error) => {
        failure ??= { error };
        input.destroy(error);
        wake();
      });
      while (underWay >= Math.max(1, executor.window) && !failure)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (failure) throw failure.error;
    }
    await last;
    isFinished = !summary.stopped;
    if (part && isFile && isFinished)
      writeShardNote(run.output, {
        ...part.shard,
        rows: part.rows(),
        work: run.work,
        input: await input.mark(),
      });
  } catch (error) {
    // Rows that were read before the input failed are answered and written.
    if (error instanceof InputError) await last;
    if (!summary.stopped) throw asInputError(error, run.input);
  } finally {
    run.signal?.removeEventListener("abort", stop);
    await executor.close();
    // A write in progress is completed, so that the last line is whole and counted.
    await writing.catch(() => {});
    await output.close();
    note?.close(isFinished);
  }
  summary.seconds = (performance.now() - started) / 1000;
  return summary;
}

async function openAll(run: LineRun, isFile: boolean, written: Written, work: string, isGoneOnWith: boolean) {
  const output = await openOutput(run.output, written);
  return { output, note: isFile ? new BegunNote(run.output, work, isGoneOnWith) : undefined };
}

const threads = ({ worker, data, workers = availableParallelism(), timeoutMs }: LineRun): LineExecutor =>
  new LinePool({ worker, data, size: workers, timeoutMs });

function tally(summary: Summary, answered: AnsweredBlock): void {
  summary.lines += answered.lines;
  summary.failed += answered.problems.length;
  addTo(summary.counts, answered.counts);
  addTo(summary.sums, answered.sums);
}

/** Reports the progress from time to time; called with each written block. */
function progressReport(
  run: LineRun,
  summary: Summary,
  totalBytes: number | undefined,
  executor: LineExecutor,
) {
  const started = performance.now();
  let reported = started;
  let startBytes: number | undefined;
  return (block: ReadBlock) => {
    startBytes ??= block.end - block.bytes.length;
    const now = performance.now();
    if (now - reported < progressEveryMs) return;
    reported = now;
    const seconds = (now - started) / 1000;
    const bytesPerSecond = (block.end - startBytes) / seconds;
    run.onProgress?.({
      lines: summary.lines,
      linesPerSecond: (summary.lines - summary.resumed) / seconds,
      secondsLeft: totalBytes === undefined ? undefined : (totalBytes - block.end) / bytesPerSecond,
      where: executor.where,
    });
  };
}

/**
 * The size of the input, if it has one and is read from beginning to end; also the place to notice an input that cannot
 * be the intended one.
 */
async function sizeOfInput({ input, output, format }: LineRun): Promise<number | undefined> {
  if (input === "-") return undefined;
  const from = await stat(input).catch((error: unknown) => {
    throw asInputError(error, input);
  });
  const to = output === "-" ? undefined : await stat(output).catch(() => undefined);
  if (to?.isFile() && to.dev === from.dev && to.ino === from.ino) {
    throw new InputError(`${input}: the output would overwrite the input; give it a different name`);
  }
  return from.isFile() && typeof format !== "object" ? from.size : undefined;
}

/** The system's message about reading, in words; other errors have a message already. */
function asInputError(error: unknown, input: string): unknown {
  const isOfSystem = error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined;
  return isOfSystem ? new InputError(`${input}: cannot be read: ${reasonOf(error)}`) : error;
}
