// The answer that a step gives. An empty box is none: policies like to announce where their answer will be.

import { lastBox } from "../answers/index.ts";

/** What the last box holds; null where there is none or nothing in it. */
export const boxedAnswer = (step: string): string | null => lastBox(step)?.trim() || null;
