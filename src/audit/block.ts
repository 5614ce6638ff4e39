// Pieces of a log on their way to a worker thread, and the result: plain data, so that a different thread can repeat a
// block.

import type { JudgeOutcome, Question, Told } from "../judge/question.ts";
import type { Member } from "./zip.ts";

/** Records of one file, as they are in it. */
export type Records =
  | { of: "lines"; bytes: Uint8Array; lines: number; reason?: string | undefined }
  | { of: "members"; members: PackedMember[] }
  /** A file that is one object; for OpenCompass, parts of the predictions, and the results next to them. */
  | { of: "object"; parts: Uint8Array[]; beside?: Uint8Array | undefined };

export interface PackedMember extends Pick<Member, "name" | "method" | "size" | "checksum"> {
  bytes: Uint8Array;
  /** Why its bytes could not be read from the file. */
  reason?: string | undefined;
}

export interface Block {
  format: string;
  begun: unknown;
  /** The file's name in the run. */
  task: string;
  /** The number of the first record in its file, from 1. */
  first: number;
  records: Records;
  /** The judge's verdicts on the questions of these rows. */
  told?: Told | undefined;
}

/** The counts of both verdicts. */
export const kinds = ["both_right", "both_wrong", "false_reward", "false_zero", "open"] as const;
export type Kind = (typeof kinds)[number];

/** A row on which the two verdicts differ, or for which ours is open. */
export interface Difference {
  problem: string;
  kind: Exclude<Kind, "both_right" | "both_wrong">;
  /** The rule of our verdict. */
  by: string;
  verdict: string;
  certainty: string | null;
  theirs: "right" | "wrong";
  gold: string | string[];
  /** The answer that was found in the response. */
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
      /** The questions that the rules leave open, if no judge has answered them. */
      question?: Question | undefined;
      judged?: JudgeOutcome | undefined;
      /** If a judge was asked: whether the row is open without it. */
      isOpenByRules?: boolean | undefined;
      difference?: Difference | undefined;
      /** Its lines in the journal and in the verdicts, if the audit is stored. */
      lines?: [journal: string, verdict: string] | undefined;
    };
