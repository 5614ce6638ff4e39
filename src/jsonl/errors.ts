// Errors outside the lines themselves, by where they occur, each with what to do about it.

import { ExpectedError } from "../errors/expected-error.ts";

/** The input cannot be read: name a different file, or correct its permissions. */
export class InputError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "InputError";
  }
}

/** The output cannot be written: the lines so far are complete, and the output can be resumed. */
export class StorageError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StorageError";
  }
}

/** The reader of standard output has closed it, as after `| head`: no message is needed. */
export class ReaderGoneError extends StorageError {
  constructor(options?: { cause?: unknown }) {
    super("standard output cannot be written: the program that read it has ended", options);
    this.name = "ReaderGoneError";
  }
}

/** For files and connections, which share one limit. */
export const noDescriptors =
  "too many files and connections are open; raise the limit (ulimit -n), or do less at once";

const reasons: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  EACCES: "permission is missing",
  EPERM: "permission is missing",
  ENOSPC: "the disk is full",
  ENXIO: "it is a pipe or a device, and not a file",
  EFBIG: "the file has reached the size that the system allows",
  ELOOP: "it is a symbolic link, which is not followed here",
  EEXIST: "a file of that name is in the way",
  ENOTDIR: "a part of the path is a file, and not a folder",
  ENOTEMPTY: "the folder is not empty",
  EROFS: "the file system is read-only",
  EDQUOT: "the disk quota is used up",
  EMFILE: noDescriptors,
  ENFILE: noDescriptors,
  ENAMETOOLONG: "the name is too long",
  EIO: "the disk or the device failed",
  EADDRINUSE: "another program uses that port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
  EPIPE: "the program that read it has ended",
};

/** The value of a text that may not be JSON: undefined then. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A system's error code in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons[code]) || withoutCode(message);
}

/** `EINVAL: invalid argument, open 'x'` without the system's own words. */
const withoutCode = (message: string): string =>
  /^E[A-Z0-9]+: (.+?)(?:, \w+.*)?$/s.exec(message)?.[1] ?? message;
