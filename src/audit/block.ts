// Pieces of a log on their way to a worker thread, and what comes back: plain data, so that a block can be answered again by
// another thread.

import type { JudgeOutcome, Question, Told } from "../judge/question.ts";
import type { Member } from "./zip.ts";

/** Records of one file, as they are in it. */
export type Records =
  | { of: "lines"; bytes: Uint8Array; lines: number; reason?: string | undefined }
  | { of: "members"; members: PackedMember[] }
  /** A file that is one object; for OpenCompass, parts of the predictions, and the results beside them. */
  | { of: "object"; parts: Uint8Array[]; beside?: Uint8Array | undefined };

export interface PackedMember extends Pick<Member, "name" | "method" | "size"> {
  bytes: Uint8Array;
  /** Why its bytes could not even be taken out of the file. */
  reason?: string | undefined;
}

export interface Block {
  format: string;
  begun: unknown;
  /** What the file is called in the run. */
  task: string;
  /** The number of the first record in its file, from 1. */
  first: number;
  records: Records;
  /** What a judge said on the questions of these rows. */
  told?: Told | undefined;
}

/** Of their verdict and ours. */
export const kinds = ["both_right", "both_wrong", "false_reward", "false_zero", "open"] as const;
export type Kind = (typeof kinds)[number];

/** A row on which the two do not agree, or where ours is open. */
export interface Difference {
  problem: string;
  kind: Exclude<Kind, "both_right" | "both_wrong">;
  /** The rule that ours rests on. */
  by: string;
  verdict: string;
  certainty: string | null;
  theirs: "right" | "wrong";
  gold: string | string[];
  /** What the response was found to answer. */
  answer: string | null;
  their_answer?: string | undefined;
  reason?: string | undefined;
}

export type AnsweredRow =
  | { id: string; left_out: string; isUnread: boolean }
  | {
      id: string;
      kind: Kind;
      theirs: boolean;
      /** What the rules leave open, where nobody has answered it. */
      question?: Question | undefined;
      judged?: JudgeOutcome | undefined;
      difference?: Difference | undefined;
      /** Its lines in the journal and among the verdicts, where the audit is kept. */
      lines?: [journal: string, verdict: string] | undefined;
    };
