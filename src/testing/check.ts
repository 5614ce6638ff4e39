// A check is a name and a function that throws if the check fails, so any test runner can run it.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

export interface Check {
  name: string;
  run(): void | Promise<void>;
}

type Closing = { close(): Promise<void> };

/** Opens, uses and closes a resource and a part of it, even if the use fails; the part is closed first. */
export async function using<Opened extends Closing>(
  open: () => Promise<Opened>,
  partOf: (opened: Opened) => Closing,
  use: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await open();
  try {
    await use(opened).finally(() => partOf(opened).close());
  } finally {
    await opened.close();
  }
}

/** Equal as data: an undefined member equals a missing one. */
export function assertSame(actual: unknown, expected: unknown, message?: string): void {
  assert.deepStrictEqual(withoutUndefined(actual), withoutUndefined(expected), message);
}

export const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withoutUndefined(a), withoutUndefined(b));

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutUndefined(member)]));
}

/** The error of a promise that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail("it should have failed");
}
