// What an option is. Each is declared once, as plain data, and from the declaration come its reading (read-options,
// read-value), its help (help), completion in shells (completion), its place in a run's file (settings, schema) and the
// sentence on what differs between two runs.
//
// A command's options are an object. Its keys are the names that programs use (`numSamples`); the command line has the
// same name with hyphens (`--num-samples`), unless `name` says otherwise.

/** Possible values, for shell completion. */
export type Completes = "file" | "folder" | "task" | "reward";

/** The common fields of all kinds of options. */
export interface About {
  /** One sentence that begins with a verb. */
  help: string;
  /** Its heading in the help. */
  group?: string;
  /** Its name on the command line, if that is not its key with hyphens. */
  name?: string;
  short?: string;
  aliases?: readonly string[];
  /** The placeholder of its value in the help. */
  value?: string;
  completes?: Completes;
  /** Keys of options that it cannot be combined with. */
  excludes?: readonly string[];
  /** The key of an option that it requires. */
  needs?: string;
  /** The command requires it. */
  required?: true;
  /** Whether two runs that differ in it are different runs. */
  identity?: true;
  /** Accepted, but not shown: options of other programs' command lines. */
  hidden?: true;
}

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Kind =
  | { kind: "flag" }
  | { kind: "text"; read?: (text: string) => unknown }
  | { kind: "number"; least?: number; above?: number; most?: number }
  | { kind: "whole"; least?: number; most?: number; orNone?: true }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "url" }
  | { kind: "json" };

interface Declared extends About {
  kind: Kind;
  /** Its value if it is not given. */
  default?: unknown;
  /** The default in words, if it is not one value. */
  usually?: string;
  /** If it is given several times, its value is a list; a word is split where this matches. */
  list?: { cut?: RegExp };
}

/** An option whose value is a `Value`; if the type includes undefined, there is no default. */
export interface Option<Value = unknown> extends Declared {
  /** Only for the type. */
  readonly type?: Value;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O> = O extends Option<infer Value> ? Value : never;

/** The values of a command: each option's value, or its default. */
export type Values<O extends Options> = { [Key in keyof O]: ValueOf<O[Key]> };

/** Only the values from the command line. */
export type Given<O extends Options> = { [Key in keyof O]?: Exclude<ValueOf<O[Key]>, undefined> };

type With<Value> = { default: Value };
type Usual = { usually?: string };
type Range = { least?: number; most?: number };

export const flag = (about: About): Option<boolean> => ({ ...about, kind: { kind: "flag" }, default: false });

export function text(about: About & { required: true }): Option<string>;
export function text(about: About & With<string>): Option<string>;
export function text(about: About & Usual): Option<string | undefined>;
export function text(about: About & { default?: string }): Option<never> {
  return { value: "TEXT", ...about, kind: { kind: "text" } };
}

/** A text that is read by a function, which throws a sentence if it cannot. */
export const textAs = <Value>(
  read: (text: string) => Value,
  about: About & Usual,
): Option<Value | undefined> => ({
  value: "TEXT",
  ...about,
  kind: { kind: "text", read },
});

/** The name of an environment variable with a secret, which must not be on a command line. */
export const variable = (about: About & Usual): Option<string | undefined> =>
  textAs(readVariable, { value: "VAR", ...about });

export function number(about: About & Range & { above?: number } & With<number>): Option<number>;
export function number(about: About & Range & { above?: number } & Usual): Option<number | undefined>;
export function number(about: About & Range & { above?: number } & { default?: number }): Option<never> {
  const { least, most, above, ...rest } = about;
  return { value: "X", ...rest, kind: { kind: "number", ...defined({ least, most, above }) } };
}

export function whole(about: About & Range & With<number>): Option<number>;
export function whole(about: About & Range & Usual): Option<number | undefined>;
export function whole(about: About & Range & { default?: number }): Option<never> {
  const { least, most, ...rest } = about;
  return { value: "N", ...rest, kind: { kind: "whole", ...defined({ least, most }) } };
}

/** A whole number, or the word None for no limit, which is null and the default. */
export const wholeOrNone = (about: About & Range): Option<number | null> => {
  const { least, most, ...rest } = about;
  return {
    value: "N",
    ...rest,
    default: null,
    kind: { kind: "whole", orNone: true, ...defined({ least, most }) },
  };
};

export function choice<const C extends string>(
  choices: readonly C[],
  about: About & With<NoInfer<C>>,
): Option<C>;
export function choice<const C extends string>(
  choices: readonly C[],
  about: About & Usual,
): Option<C | undefined>;
export function choice(choices: readonly string[], about: About & { default?: string }): Option<never> {
  return { value: "NAME", ...about, kind: { kind: "choice", choices } };
}

export const url = (about: About): Option<string | undefined> => ({
  value: "URL",
  ...about,
  kind: { kind: "url" },
});

/** A JSON object. */
export const json = (about: About): Option<Record<string, Json> | undefined> => ({
  value: "JSON",
  ...about,
  kind: { kind: "json" },
});

/** An option that may be given several times; with `cut`, also several values in one word. */
export const repeated = <Value>(
  option: Option<Value>,
  cut?: RegExp,
): Option<Exclude<Value, undefined>[] | undefined> => {
  const { type: _, ...rest } = option;
  return { ...rest, list: { ...defined({ cut }) } };
};

/** Options under one heading in the help. */
export function group<O extends Options>(heading: string, options: O): O {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => [key, { ...option, group: heading }]),
  ) as O;
}

/** An option with changed fields. */
export const changed = <Value>(option: Option<Value>, changes: Partial<About & Usual>): Option<Value> => ({
  ...option,
  ...changes,
});

/** `numSamples` is `num-samples` on the command line. */
export const nameOf = (key: string, { name }: Pick<About, "name">): string =>
  name ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** In the form in which it is typed: `--num-samples`. */
export const flagOf = (key: string, option: Pick<About, "name">): string => `--${nameOf(key, option)}`;

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The members that have a value: a missing value is left out instead of being undefined. */
export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Whether a text may be printed as the name of a variable: a key that was given by mistake must not get into a terminal
 * or a log.
 */
const isVariableName = (text: string, environment = process.env): boolean =>
  name.test(text) && (environment[text] !== undefined || !looksDrawn(text));

/** Long, with digits and small letters, as keys are and names of variables rarely are. */
const looksDrawn = (text: string): boolean => text.length >= 16 && /[a-z]/.test(text) && /\d/.test(text);

/** @throws {Error} without the text */
function readVariable(text: string): string {
  if (isVariableName(text)) return text;
  throw new Error("this is not the name of an environment variable; give the name, and not the key itself");
}
