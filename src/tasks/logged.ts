// Rows of other tools' logs as a task, so that an audit is a run like any other: the logged responses are graded as by
// `assay grade`, and each row has the verdict of the tool that wrote it. A run names such a task `logged:NAME`.

import { type Question, questionOfResponse } from "../judge/question.ts";
import { type Certainty, type Policies, readPolicies, type Verdict, verify } from "../math/index.ts";
import { gradeResponse } from "../rewards/grade-answer.ts";
import { unscored } from "./rule.ts";
import type { Conversation, GradingOptions, Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

/** The current grade of a logged response. */
export interface LoggedGrade {
  verdict: Verdict;
  right: boolean;
  /** It is undecided, or contradicts the logged verdict without a proof, so it counts for neither side. */
  isOpen: boolean;
  by: string;
  certainty: Certainty | null;
  /** Both sides as they were read, in LaTeX. */
  gold: string;
  answer: string;
  extracted: string | null;
  at?: readonly [start: number, end: number] | undefined;
  reason?: string | undefined;
  /** The gold cannot be used. */
  isGoldUnreadable: boolean;
  /** The question for a judge, if the rules leave one. */
  question?: Question | undefined;
}

/** @param theirs whether the tool that wrote the log called the response right */
export function gradeLogged(
  golds: readonly string[],
  response: string,
  theirs: boolean,
  policies: Policies,
): LoggedGrade {
  const found = gradeResponse(golds, response, "auto", policies, verify);
  const { graded, extracted, at, isGuessed } = found;
  const { verdict, equal: right, by, certainty, gold, answer, unparsed, reason } = graded;
  const isProven = certainty === "proven" && !isGuessed;
  const guessed = isGuessed ? "the response marks no answer, so its end was taken for one" : undefined;
  // A tool may demand a finished answer, as Assay's own rewards do: 12+0 for 12 is then no mistake of the tool.
  const evaluated: Policies = { ...policies, form: "evaluated" };
  const isUnfinished =
    right && !theirs && !gradeResponse(golds, response, "auto", evaluated, verify).graded.equal;
  return {
    verdict,
    right,
    isOpen: verdict === "undecided" || (right !== theirs && !isProven) || isUnfinished,
    by,
    certainty,
    gold,
    answer,
    extracted,
    at,
    reason: reason ?? guessed ?? (isUnfinished ? "the answer leaves work undone" : undefined),
    isGoldUnreadable: unparsed === "gold",
    question: questionOfResponse(found),
  };
}

export const loggedPrefix = "logged:";

/** The column of a row that holds the verdict of the tool that logged it. */
export const theirsColumn = "theirs";
export const theirWords = { right: "right", wrong: "wrong" } as const;

const theirVerdict = ({ columns }: Pick<Conversation, "columns">): boolean | undefined => {
  const said = columns?.[theirsColumn];
  return said === theirWords.right ? true : said === theirWords.wrong ? false : undefined;
};

/** @param given `logged:NAME` */
export function loggedTask(given: string, options: GradingOptions = {}): Task {
  const name = given.slice(loggedPrefix.length);
  const policies = readPolicies(options);
  return {
    name,
    description: "rows of another tool's log",
    eval_type: "generative",
    maxNewTokens: 1,
    withOptions: (others) => loggedTask(given, others),
    load() {
      throw new TaskError(`${name}: the rows of an audit are in its run; 'assay audit' makes a new one`);
    },
    grade(conversation, { text }) {
      const golds = [conversation.answer].flat();
      if (golds.length === 0) return unscored("the gold is missing");
      const theirs = theirVerdict(conversation);
      const { right, isOpen, by, extracted, at, reason, isGoldUnreadable, question } = gradeLogged(
        golds,
        text,
        theirs ?? false,
        policies,
      );
      const asked = question ? { question } : {};
      if (isGoldUnreadable) return { ...unscored(reason ?? "the gold cannot be read"), extracted, ...asked };
      return {
        right,
        extracted,
        by,
        ...(at ? { at } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(isOpen ? { undecided: true as const } : {}),
        ...asked,
      };
    },
  };
}
