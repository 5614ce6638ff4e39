// What the room offers. Everything here is pure: no input or output, no clock, no Node.

export { type Extracted, extractAnswer } from "../answers/index.ts";
export type { Certainty, Verdict } from "./decision.ts";
export { goldAnswer } from "./gold.ts";
export { type Parsed, type ParseOptions, parse } from "./parse.ts";
export { type Policies, readPolicies, strictPolicies } from "./policies.ts";
export { printLatex } from "./print.ts";
export type { Node } from "./tree.ts";
export { type Verification, type VerifyOptions, verify } from "./verify.ts";
