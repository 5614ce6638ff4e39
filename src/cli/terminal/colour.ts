// Colours on a terminal. The gate at the streams lets no escape sequence through, whoever wrote it; so a colour is asked
// for by a mark that only this process can know, and the gate turns it into the sequence where a person looks.

import { randomBytes } from "node:crypto";
import { columnsIn } from "./columns.ts";

const codes = { right: 32, wrong: 31, unscored: 33, heading: 1, faint: 2 } as const;

export type Colour = keyof typeof codes;

const secret = randomBytes(12).toString("hex");
const mark = (code: number | string): string => `⟦${secret}:${code}⟧`;
const marks = new RegExp(`⟦${secret}:(\\d+)⟧`, "g");

/** Text in a colour, where there are colours; as it is elsewhere. */
export const paint = (colour: Colour, text: string): string => `${mark(codes[colour])}${text}${mark(0)}`;

/** How many columns a text takes. */
export const widthOf = (text: string): number => columnsIn(text.replace(marks, ""));

/** Whether a stream shows colours: a terminal that is not told otherwise (https://no-color.org). */
export const showsColours = ({ isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true && (process.env.NO_COLOR ?? "") === "" && process.env.TERM !== "dumb";

/** The last step of the gate: our own marks become sequences, or nothing. */
export const withColours = (text: string, shown: boolean): string =>
  text.includes(secret) ? text.replace(marks, (_, code: string) => (shown ? `\u001b[${code}m` : "")) : text;
