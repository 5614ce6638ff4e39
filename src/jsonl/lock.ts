// Prevents a second writer on a journal or an output. The lock is a file that names the process that holds it, so that
// the lock of a killed process can be distinguished from one in use.
//
// How one of several processes takes over the lock of a killed process. There are two rules:
//
// 1. A name that is free is taken with link(2), which creates the name or fails. So only one of several processes gets
// it.
// 2. A name that a dead process holds is taken by replacing the file, with rename(2), so there is no moment without a
// lock. Only the holder of the claim on this very file may do that. The claim is itself such a lock: a file whose name
// is derived from the content of the dead lock. Each content has a random mark, so no two locks share a claim.
//
// Why only one process succeeds: let D be a dead lock, and let P hold the claim on it. P reads the lock once more after
// it got the claim. If the lock is no longer D, a different process has replaced it; P releases the claim and starts
// again. D never returns, so a claim on it that is taken late has no effect. If the lock still is D, it stays D until P
// replaces it: its holder is dead and cannot release it, a link fails while it exists, and replacing it needs the
// claim, which P holds. P releases the claim afterwards.
//
// If P dies while it holds the claim, the claim is the lock of a dead process and is taken over by the same two rules,
// with a claim on that claim. Each such level requires one process that died within these few calls.

import { createHash, randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { reasonOf, StorageError } from "./errors.ts";
import { readPlainFileSync } from "./plain-file.ts";

interface Holder {
  pid: number;
  host: string;
  /** When the process began, in the system's ticks: process ids are reused, but this pair is unique. */
  began: string | null;
}

/** What a lock's file holds. */
interface Found {
  /** Undefined if it names no process: the file may come from any program. */
  holder: Holder | undefined;
  /** Made from the content: no two locks have the same. */
  identity: string;
}

export interface Lock {
  release(): void;
}

/** What prevents a process from taking a lock: a holder, or a process that is about to replace a dead lock. */
type Outcome = "taken" | "changed" | Found;

/** The locks that this process holds, by their identity. */
const held = new Set<string>();

/** Locks that many processes want may change between two reads; so many milliseconds pass between tries. */
const looks = 200;
const betweenLooksMs = 5;
/** In bytes; a longer file is not ours. */
const longestLock = 65_536;
/** Claims on claims: each is of a process that died while it replaced a dead lock. */
const deepestClaim = 8;

/** @throws {StorageError} if a different process holds it */
export function takeLock(path: string, what = "this run"): Lock {
  try {
    for (let look = 0; look < looks; look++) {
      const outcome = take(path, path, 0);
      if (outcome === "taken") return { release: () => release(path) };
      if (outcome !== "changed") throw heldBy(path, what, outcome);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenLooksMs);
    }
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path}: the lock cannot be taken: ${reasonOf(error)}`);
  }
  throw new StorageError(`${path}: another process took the lock at the same moment; try again`);
}

function heldBy(path: string, what: string, { holder }: Found): StorageError {
  if (holder?.host === hostname())
    return new StorageError(`${path}: process ${holder.pid} writes to ${what}; wait for it, or stop it`);
  const who = holder ? `process ${holder.pid} on ${holder.host}` : "somebody";
  return new StorageError(`${path}: ${who} writes to ${what}; if that is not so, remove the file`);
}

/**
 * One try to take a name, which is the lock's own or that of a claim. Returns the holder if its process may be alive,
 * and `changed` if another try is worthwhile.
 * @param lock the lock's own name, from which the names of claims are derived
 */
function take(name: string, lock: string, depth: number): Outcome {
  const mine = { pid: process.pid, host: hostname(), began: stateOf(process.pid)?.began ?? null };
  const content = JSON.stringify({ ...mine, mark: randomBytes(8).toString("hex") });
  const draft = `${lock}.${randomBytes(8).toString("hex")}.new`;
  writeFileSync(draft, content, { flag: "wx" });
  try {
    if (!isLinked(draft, name)) {
      const dead = readLock(name);
      if (dead === "gone") return "changed";
      if (mayBeAlive(dead)) return dead;
      if (!replaceDead(name, lock, dead, draft, depth)) return "changed";
    }
    held.add(identityOf(content));
    return "taken";
  } finally {
    attempt(() => unlinkSync(draft));
  }
}

/** Replaces a dead lock by the draft; false if a different process is about to do so, or has done so. */
function replaceDead(name: string, lock: string, dead: Found, draft: string, depth: number): boolean {
  if (depth >= deepestClaim)
    throw new StorageError(`${lock}: many processes died while they took it; remove it and ${lock}.*.claim`);
  const claim = `${lock}.${dead.identity}.claim`;
  if (take(claim, lock, depth + 1) !== "taken") return false;
  try {
    const now = readLock(name);
    if (now === "gone" || now.identity !== dead.identity) return false;
    renameSync(draft, name);
    return true;
  } finally {
    release(claim);
  }
}

/**
 * Who writes to a journal: no process, a process of this machine, or one elsewhere, whose state cannot be determined
 * here.
 */
export type Writer = { is: "nobody" } | { is: "here"; pid: number } | { is: "elsewhere"; host: string };

/** Reads a lock without taking it; the lock of a killed process counts as free. */
export function writerOf(path: string): Writer {
  const found = readLock(path);
  if (found === "gone") return { is: "nobody" };
  const { holder } = found;
  if (holder === undefined || holder.host !== hostname())
    return { is: "elsewhere", host: holder?.host ?? "unknown" };
  return isAlive(holder) ? { is: "here", pid: holder.pid } : { is: "nobody" };
}

/** A link either creates the name or fails, so only one of two processes succeeds. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes only our own lock: a person may have removed it, and a different process may have taken it since. */
function release(path: string): void {
  const found = readLock(path);
  if (found !== "gone" && held.delete(found.identity)) attempt(() => unlinkSync(path));
}

/** For an action that may be done already, by this or a different process. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Then there is nothing to do.
  }
}

function readLock(path: string): Found | "gone" {
  let content: string;
  try {
    content = readPlainFileSync(path, longestLock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    return { holder: undefined, identity: "unreadable" };
  }
  return { holder: holderIn(content), identity: identityOf(content) };
}

function holderIn(content: string): Holder | undefined {
  try {
    const holder = JSON.parse(content) as Holder | null;
    return Number.isSafeInteger(holder?.pid) && holder!.pid > 0 && typeof holder?.host === "string"
      ? holder
      : undefined;
  } catch {
    return undefined;
  }
}

const identityOf = (content: string): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

/** Only a lock whose process is known to be dead may be replaced. */
function mayBeAlive({ holder, identity }: Found): boolean {
  if (holder === undefined || holder.host !== hostname()) return true;
  return holder.pid === process.pid ? held.has(identity) : isAlive(holder);
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = stateOf(pid);
  if (!now) return true;
  return !now.hasEnded && (began === null || now.began === began);
}

/**
 * The state and the start time of a process, as the system reports them: the first and the 20th field after its name. A
 * killed process counts as ended even if its parent has not waited for it yet (a zombie). Undefined if the system has
 * no such file; there, a zombie keeps its lock until its parent waits for it.
 */
function stateOf(pid: number): { hasEnded: boolean; began: string | null } | undefined {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = state.slice(state.lastIndexOf(")") + 2).split(" ");
    return { hasEnded: fields[0] === "Z" || fields[0] === "X", began: fields[19] ?? null };
  } catch {
    return undefined;
  }
}
