// The public interface of math/. Everything here is pure: no input or output, no clock, no Node.

export { type Extracted, extractAnswer } from "../answers/index.ts";
export { type Explanation, explain } from "./explain.ts";
export { type FalseEquation, falseEquations } from "./false-equations.ts";
export { goldAnswer } from "./gold.ts";
export { markedAnswer } from "./marked-answer.ts";
export { printLatex } from "./notation/print.ts";
export type { Node } from "./notation/tree.ts";
export { type Parsed, parse } from "./read/parse.ts";
export type { ParseOptions } from "./read/reader.ts";
export type { Certainty, Evidence, Note, Verdict } from "./terms/decision.ts";
export { type Rule, rules } from "./terms/decision.ts";
export { type Policies, readPolicies, strictPolicies } from "./terms/policies.ts";
export { type Verification, type VerifyOptions, verify } from "./verify.ts";
