// The judge, as options of every command that grades. They are separate from the code that opens a judge, which takes
// longer to load.

import { formatNames } from "../../judge/formats.ts";
import { choice, flag, group, number, text, type Values, whole } from "../../options/option.ts";

const heading = "A judge model";

/** Which model it is. */
export const judgeModelOptions = group(heading, {
  judge: text({
    value: "SOURCE",
    help:
      "Let this model judge the answers that the rules cannot decide: a source of assay.config.*, or " +
      "embedded:PATH; see docs/judge.md.",
  }),
  judgeBaseUrl: text({ value: "URL", help: "Send the judge's requests to this OpenAI-compatible server." }),
  judgeModel: text({ value: "NAME", help: "Use the model of this name on that server as the judge." }),
  judgeFormat: choice(formatNames, {
    value: "FORMAT",
    default: "assay",
    help: "Use the prompt and the labels of this verifier.",
  }),
});

export const judgeOptions = {
  ...judgeModelOptions,
  ...group(heading, {
    judgeMax: whole({ least: 0, help: "Ask the judge at most N questions." }),
    judgeBudget: number({
      value: "X",
      least: 0,
      help: "Stop asking the judge when its requests have cost X, in the currency of its prices.",
    }),
    judgeAnyway: flag({ help: "Use a judge that failed its examination." }),
  }),
};

type AllJudgeValues = Values<typeof judgeOptions>;
export type JudgeValues = Partial<AllJudgeValues> & Pick<AllJudgeValues, "judgeFormat">;

/** Whether any option about a judge is given. */
export const namesJudge = (values: JudgeValues): boolean =>
  [values.judge, values.judgeBaseUrl, values.judgeModel, values.judgeMax, values.judgeBudget].some(
    (value) => value !== undefined,
  );
