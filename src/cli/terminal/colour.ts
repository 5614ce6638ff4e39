// Colours on a terminal. The output filter removes all escape sequences of any origin. A colour is therefore
// written as a mark that only this process can know, and the filter turns it into the escape sequence if the stream is
// a terminal.

import { randomBytes } from "node:crypto";
import { columnsIn } from "./columns.ts";

const codes = { right: 32, wrong: 31, unscored: 33, heading: 1, faint: 2 } as const;

export type Colour = keyof typeof codes;

const secret = randomBytes(12).toString("hex");
const mark = (code: number | string): string => `⟦${secret}:${code}⟧`;
const marks = new RegExp(`⟦${secret}:(\\d+)⟧`, "g");

/** Text in a colour, if colours are on; otherwise the text itself. */
export const paint = (colour: Colour, text: string): string => `${mark(codes[colour])}${text}${mark(0)}`;

/** A verdict is written in the colour of its name. */
export const verdictOf = (right: boolean | null): "right" | "wrong" | "unscored" =>
  right === null ? "unscored" : right ? "right" : "wrong";

export const paintVerdict = (right: boolean | null): string => paint(verdictOf(right), verdictOf(right));

export const paintYesOrNo = (right: boolean): string => paint(verdictOf(right), right ? "yes" : "no");

/** The number of columns of a text. */
export const widthOf = (text: string): number => columnsIn(text.replace(marks, ""));

/** Whether a stream shows colours: a terminal, unless the environment says otherwise (https://no-color.org). */
export const showsColours = ({ isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true && (process.env.NO_COLOR ?? "") === "" && process.env.TERM !== "dumb";

/** The last step of the filter: our own marks become escape sequences, or nothing. */
export const withColours = (text: string, shown: boolean): string =>
  text.includes(secret) ? text.replace(marks, (_, code: string) => (shown ? `\u001b[${code}m` : "")) : text;
