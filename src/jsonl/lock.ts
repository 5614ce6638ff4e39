// Keeps a second writer from a journal or an output. The lock is a file that names the process that holds it, so that the lock of
// a process that was killed can be told from one that is in use.

import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { reasonOf, StorageError } from "./errors.ts";
import { readPlainFileSync } from "./plain-file.ts";

interface Holder {
  pid: number;
  host: string;
  /** When the process began, in the system's own ticks: a number of a process is used again, this pair is not. */
  began: string | null;
}

export interface Lock {
  release(): void;
}

/** The locks that this process holds. */
const held = new Set<string>();

/** @throws {StorageError} when somebody else holds it */
export function takeLock(path: string, what = "this run"): Lock {
  const mine: Holder = { pid: process.pid, host: hostname(), began: beginOf(process.pid) };
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeFileSync(draft, JSON.stringify(mine), { flag: "wx" });
    for (let tries = 0; tries < 3; tries++) {
      if (isLinked(draft, path)) {
        held.add(path);
        return { release: () => release(path) };
      }
      removeStale(path, what);
    }
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path}: the lock cannot be taken: ${reasonOf(error)}`);
  } finally {
    attempt(() => unlinkSync(draft));
  }
  throw new StorageError(`${path}: another process took the lock at the same moment; try again`);
}

/** Who writes to a journal: nobody, a process of this machine, or one elsewhere of which nothing can be known here. */
export type Writer = { is: "nobody" } | { is: "here"; pid: number } | { is: "elsewhere"; host: string };

/** Looks at a lock without taking it; a lock that a killed process left is nobody's. */
export function writerOf(path: string): Writer {
  const holder = readHolder(path);
  if (holder === "gone") return { is: "nobody" };
  if (holder === undefined || holder.host !== hostname())
    return { is: "elsewhere", host: holder?.host ?? "unknown" };
  return isAlive(holder) ? { is: "here", pid: holder.pid } : { is: "nobody" };
}

/** A link either makes the name or fails, so that of two processes one wins. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function release(path: string): void {
  held.delete(path);
  attempt(() => unlinkSync(path));
}

/** For what may be done already, by us or by others. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Then it need not be done.
  }
}

function removeStale(path: string, what: string): void {
  const holder = readHolder(path);
  if (holder === "gone") return;
  if (holder === undefined || holder.host !== hostname()) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : "somebody";
    throw new StorageError(`${path}: ${who} writes to ${what}; if that is not so, remove the file`);
  }
  if (held.has(path) || (holder.pid !== process.pid && isAlive(holder))) {
    throw new StorageError(`${path}: process ${holder.pid} writes to ${what}; wait for it, or stop it`);
  }
  // Moved aside first: whoever comes later moves nothing, and nobody removes a lock that was just taken.
  const aside = `${path}.stale.${randomBytes(8).toString("hex")}`;
  attempt(() => renameSync(path, aside));
  const moved = readHolder(aside);
  if (moved !== "gone" && moved !== undefined && (moved.pid !== holder.pid || moved.began !== holder.began)) {
    attempt(() => linkSync(aside, path));
  }
  attempt(() => unlinkSync(aside));
}

/** Undefined where it does not say who: a file beside a journal may be anybody's. */
function readHolder(path: string): Holder | "gone" | undefined {
  try {
    const holder = JSON.parse(readPlainFileSync(path)) as Holder | null;
    return Number.isSafeInteger(holder?.pid) && typeof holder?.host === "string" ? holder : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : undefined;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = beginOf(pid);
  return began === null || now === null || now === began;
}

/** The 22nd field of a process's state, counted behind its name; null where the system has no such file. */
function beginOf(pid: number): string | null {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    return state.slice(state.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
