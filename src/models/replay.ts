// A model that answers from a record: the samples of a run, or a JSON Lines file of completions. It keeps the positions
// of the completions in memory, not their texts, so a record may be larger than the memory.

import { isUtf8 } from "node:buffer";
import { type FileHandle, open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { plainFileLines } from "../jsonl/plain-file.ts";
import { badField } from "../outgoing/bad-field.ts";
import { type Completion, type GenerateRequest, type Generation, type Model, noUsage } from "./model.ts";
import { ModelError, ProviderError } from "./provider-error.ts";

const label = z.union([z.string(), z.number()]).transform(String);
const completion = z.object({
  key: z.string().optional(),
  task: z.string().optional(),
  problem: label.optional(),
  sample: z.int().min(0).optional(),
  text: z.string(),
  reasoning: z.string().nullish(),
  finish: z.string().nullish(),
});
const journalLine = z.object({ v: z.literal(1), outcome: z.object({ completions: z.array(completion) }) });

type Recorded = z.infer<typeof completion>;

/** The position of a completion: its line, and its index among the line's completions. */
interface Place {
  start: number;
  bytes: number;
  among: number;
}

export class ReplayModel implements Model {
  /** The line that was read last. */
  private last: { start: number; recorded: Recorded[] } | undefined;

  private constructor(
    readonly name: string,
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly places: ReadonlyMap<string, Place>,
  ) {}

  /** @throws {ModelError} if a line of the file is not a completion */
  static async open(path: string): Promise<ReplayModel> {
    const isFolder = (await stat(path)).isDirectory();
    const record = isFolder ? join(path, "samples.jsonl") : path;
    const places = new Map<string, Place>();
    const seen = new Map<string, number>();
    for await (const { bytes, number, start, ended } of plainFileLines(record)) {
      if (bytes.length === 0) continue;
      let recorded: Recorded[];
      try {
        if (!isUtf8(bytes)) throw new ModelError("it is not UTF-8; convert the file");
        recorded = completionsOf(JSON.parse(bytes.toString("utf8")));
      } catch (error) {
        if (isFolder && !ended) break; // The last line of a run that was killed may be incomplete.
        const reason = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message;
        throw new ModelError(`${record}, line ${number}: ${reason}`);
      }
      recorded.forEach((one, among) => {
        places.set(keyOf(one, seen), { start, bytes: bytes.length, among });
      });
    }
    return new ReplayModel(`replay of ${basename(path)}`, record, await open(record), places);
  }

  async generate({ draws }: GenerateRequest): Promise<Generation> {
    const completions: Completion[] = [];
    const failures: Generation["failures"] = [];
    for (const [index, { key }] of draws.entries()) {
      const place = this.find(key);
      if (place) completions.push(await this.read(place, index));
      else {
        const error = new ProviderError(`${this.path} holds no completion for ${key}`, {
          failure: "missing",
        });
        failures.push({ index, error });
      }
    }
    if (completions.length === 0) throw failures[0]!.error;
    return { completions, failures, usage: noUsage };
  }

  preview({ draws }: GenerateRequest): object {
    return { replay: this.path, keys: draws.map(({ key }) => key) };
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** A record may name only the problem, or a shorter path of the task than the request. */
  private find(key: string): Place | undefined {
    for (let from = 0; ; ) {
      const place = this.places.get(key.slice(from));
      if (place) return place;
      const slash = key.indexOf("/", from);
      if (slash < 0) return undefined;
      from = slash + 1;
    }
  }

  private async read({ start, bytes, among }: Place, index: number): Promise<Completion> {
    // A line may hold thousands of completions, which are requested one after the other.
    if (this.last?.start !== start) {
      const { buffer } = await this.file.read(Buffer.alloc(bytes), 0, bytes, start);
      this.last = { start, recorded: completionsOf(JSON.parse(buffer.toString("utf8"))) };
    }
    const { text, reasoning, finish } = this.last.recorded[among]!;
    return { index, text, ...(reasoning ? { reasoning } : {}), finish: finish ?? null };
  }
}

/** A line of a journal has several completions, or none if its request failed. */
function completionsOf(line: unknown): Recorded[] {
  const isJournal = typeof line === "object" && line !== null && "v" in line && "kind" in line;
  if (isJournal) return journalLine.safeParse(line).data?.outcome.completions ?? [];
  const read = completion.safeParse(line);
  if (!read.success) throw new ModelError(badField(read.error.issues[0]!, line));
  if (read.data.key === undefined && read.data.problem === undefined) {
    throw new ModelError("it names neither key nor problem");
  }
  return [read.data];
}

/** Several completions of a problem without sample numbers are its samples in the order of the file. */
function keyOf({ key, task, problem, sample }: Recorded, seen: Map<string, number>): string {
  if (key !== undefined) return key;
  const name = task === undefined ? problem! : `${task}/${problem}`;
  const place = sample ?? seen.get(name) ?? 0;
  seen.set(name, place + 1);
  return `${name}#${place}`;
}
