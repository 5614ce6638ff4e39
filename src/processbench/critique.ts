// Reads a critique of a whole solution: the first wrong paragraph, or that there is none. It is in a box, as in the
// official prompt, in a field such as `First Error Step: Step 4`, or in a plain sentence.

import { lastBox, replyIn, withoutTurnEnd } from "../answers/index.ts";

/**
 * The index of the first wrong paragraph, -1 for none; null if the critique has no verdict. A box at the end decides,
 * else the first field that is filled in, else the last box, else a sentence. Paragraphs and boxes count from 0, as the
 * tags do. Steps count from 1, unless the critique itself mentions a step 0.
 */
export function readCritique(text: string): number | null {
  const reply = withoutTurnEnd(replyIn(text) ?? "").trim();
  const firstStep = /\bstep[ _-]?0\b/i.test(reply) ? 0 : 1;
  const boxed = boxedIndex(reply);
  if (boxed !== null && /\}[\s$*.)\]。]{0,8}$/.test(reply)) return boxed;
  return fieldIndex(reply, firstStep) ?? boxed ?? sentenceIndex(reply, firstStep);
}

function boxedIndex(reply: string): number | null {
  const box = lastBox(reply)?.replaceAll("−", "-");
  const index = box === undefined ? undefined : /^[^\d-]{0,40}(-?\d{1,6})[^\d-]{0,40}$/.exec(box)?.[1];
  return index === undefined ? null : Number(index);
}

const wrong = "(?:error|mistake|(?:wrong|incorrect|erroneous|faulty|flawed))";
const place = "(?:(?<unit>step|paragraph)s?[ _#-]{0,3})?(?<number>-?\\d{1,4})(?![\\d.]*\\d|%)";
const marks = "[\\s*_`\"'“”]{0,8}";
/** For example `**First Error Step:** Step 4`, or `"first_error_step": 4`. */
const field = new RegExp(
  `\\b(?:first|earliest)[ _-]{1,2}${wrong}(?:[ _-]{1,2}(?:step|paragraph|location|index|line))?(?:[ _-]number)?${marks}[:：=]${marks}` +
    `(?:(?:in|at|is)\\s)?[\\[(<]?${marks}(?:${place}|(?<none>n/?a\\b|none\\b|null\\b|nil\\b|no (?:error|mistake)s?\\b|not applicable\\b|not found\\b))`,
  "giu",
);
const judgement =
  /(?:final judge?ment|final verdict|solution correctness|overall judge?ment)[\s*_`"']{0,8}[:：][\s*_`"'[(]{0,8}(?:the (?:solution|answer) is )?(correct|right|incorrect|wrong)\b(?![\s*_`"']{0,4}(?:\/|or\b))/giu;

/** A repeated form that is not filled in does not count; text after the report is not the report. */
function fieldIndex(reply: string, firstStep: number): number | null {
  const said = judgement[Symbol.matchAll](reply).next().value?.[1];
  const isRight = said === undefined ? undefined : /^(?:correct|right)$/i.test(said);
  for (const { groups } of reply.matchAll(field)) {
    if (groups!.none === undefined) {
      // A critique that calls the solution correct and names a wrong step contradicts itself.
      return isRight === true ? null : indexOf(groups!, firstStep);
    }
    return isRight === false ? null : -1;
  }
  return isRight === true ? -1 : null;
}

function indexOf({ unit, number }: Record<string, string | undefined>, firstStep: number): number {
  const said = Number(number);
  if (said < 0) return -1;
  return unit?.toLowerCase() === "paragraph" ? said : said - firstStep;
}

/** For example "The first error occurs in Step 4". */
const errorSentence = new RegExp(
  `\\b(?:first|earliest)\\s(?:\\p{L}{3,15}\\s){0,2}${wrong}(?:\\s(?:step|paragraph))?\\s(?:is|was|occurs|occurred|appears|appeared|happens|lies|comes|can be found|is found|is made|was made)(?:\\s(?:made|found|located))?\\s(?:in|at|with|on)?\\s{0,2}(?:the\\s)?${marks}<?${place}`,
  "giu",
);
const unit = "(?:steps?|paragraphs?|calculations?|reasoning)";
const right = "(?:correct|right|valid|accurate|error[- ]free|sound)";
/** For example "All steps are correct", "There is no error in the solution". */
const rightSentence = new RegExp(
  `\\b(?:(?:all|each|every)(?:\\s(?:of|the|these|one|single|${unit}|in|solution|its))*\\s(?:steps?|paragraphs?)(?:\\s(?:of|in)\\s(?:the|this)\\ssolution)?\\s(?:are|is|were|was|appear to be|appears to be)(?:\\s(?:all|mathematically|logically|indeed|also|completely|entirely))*\\s${right}` +
    `|(?:there (?:are|is|were|was)|I (?:find|found|see)|we (?:find|found)) no (?:errors?|mistakes?)` +
    `|no (?:errors?|mistakes?) (?:were|was|are|is|can be|could be) (?:found|identified|detected|present)` +
    `|the (?:whole |entire |full )?solution is (?:entirely |completely |fully |mathematically )?${right}(?: throughout)?)(?=[\\s*_.!;,。)]|$)`,
  "giu",
);
const denied =
  /\b(?:not|if|whether|unless|although|though|while|assuming|nearly|almost|until)\b[^.!?\n]*$|n['’]t\b[^.!?\n]*$/i;
const restricted =
  /^[^.!?\n]*\b(?:except|but|until|unless|apart|besides|other than|up to|so far|however|if|before|though|although)\b/i;
const laterFault = new RegExp(`\\b(?:${wrong}|errors|mistakes|however|fails)\\b`, "iu");

function sentenceIndex(reply: string, firstStep: number): number | null {
  const found = [...reply.matchAll(errorSentence)].filter(({ index }) => !isDenied(reply, index)).at(-1);
  if (found) return indexOf(found.groups!, firstStep);
  const praise = [...reply.matchAll(rightSentence)].at(-1);
  if (!praise || isDenied(reply, praise.index)) return null;
  const after = reply.slice(praise.index + praise[0].length);
  return restricted.test(after) || laterFault.test(after.replace(/\bno (?:errors?|mistakes?)\b/gi, ""))
    ? null
    : -1;
}

const isDenied = (reply: string, at: number): boolean => denied.test(reply.slice(Math.max(0, at - 120), at));
