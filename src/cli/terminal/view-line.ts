// What a command says at its end, so that a person knows how to look at what was made.

import { quoted } from "../../view/quoted.ts";

export const viewLine = (folder: string): string => `to look at it: assay view ${quoted(folder)}`;
