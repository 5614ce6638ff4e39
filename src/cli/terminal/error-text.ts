// Error messages. An expected error is a sentence that says what to do; any other error is a bug, and is shown with its
// stack and version, so that it can be reported.

import { ExpectedError, messageOf } from "../../errors/expected-error.ts";
import { reasonOf } from "../../jsonl/errors.ts";

/** A refusal of the system (a file, a port, memory) is not a bug either. */
export const isExpected = (error: unknown): boolean => error instanceof ExpectedError || isOfSystem(error);

const isOfSystem = (error: unknown): error is SystemError =>
  typeof (error as NodeJS.ErrnoException)?.code === "string" &&
  typeof (error as NodeJS.ErrnoException).syscall === "string";

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number };

/** The object of the error, if the system names it, and the reason. */
function systemWords(error: SystemError): string {
  const { syscall, path, address, port } = error;
  const reason = reasonOf(error);
  if (syscall === "listen")
    return `cannot listen on ${address ?? path}${port === undefined ? "" : `:${port}`}: ${reason}`;
  if (path !== undefined) return `${path}: ${reason}`;
  return syscall === "write" ? `the output cannot be written: ${reason}` : reason;
}

/** @param who for example `assay eval` */
export function errorText(who: string, error: unknown, version: () => string): string {
  const sentence = `${who}: ${isOfSystem(error) ? systemWords(error) : messageOf(error)}\n`;
  if (isExpected(error)) return isDebugged() ? `${sentence}${originOf(error, version)}` : sentence;
  return `${who}: an unexpected error, please report it: ${messageOf(error)}\n${originOf(error, version)}`;
}

/** `ASSAY_DEBUG=1` prints the stack of expected errors too. */
const isDebugged = (): boolean => !["", "0", undefined].includes(process.env.ASSAY_DEBUG);

const originOf = (error: unknown, version: () => string): string =>
  `${stackOf(error)}\nassay ${version()}, Node ${process.versions.node}\n`;

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${String(error)}`;
  const { stack = error.message, cause } = error;
  return cause === undefined ? stack : `${stack}\ncaused by ${stackOf(cause)}`;
}
