// A search in a report: its accuracy, why problems failed, and every problem in one line.

import type { ReportedSearch } from "../../src/view/report/report-facts.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { count } from "../words.ts";
import { Section, Tile } from "./section.tsx";

const failureWords = {
  wrong: "wrong answer",
  no_answer: "no answer",
  step_limit: "stopped at the limit of steps",
  provider: "the provider failed",
  gold: "no usable gold",
} as const;

export function SearchReport({ datasets }: { datasets: Readonly<Record<string, ReportedSearch>> }) {
  return (
    <>
      {Object.entries(datasets).map(([name, { score, problems }]) => (
        <Section key={name} title={name}>
          <div class="figures">
            <Tile name="accuracy" value={score.accuracy} interval={score.interval} />
          </div>
          <p>
            {count(score.right)} of {count(score.problems)} problems right
            {Object.entries(score.failures)
              .filter(([, number]) => number > 0)
              .map(
                ([kind, number]) => `, ${count(number)}: ${failureWords[kind as keyof typeof failureWords]}`,
              )}
            .
          </p>
          {problems.map(({ id, question, failure, why }) => (
            <details key={id} class="report-problem">
              <summary>
                <VerdictMark
                  state={failure === null ? "right" : failure === "wrong" ? "wrong" : "unscored"}
                />{" "}
                <strong>{visible(id)}</strong> {failure === null ? "right" : failureWords[failure]}
                {why !== undefined && <span class="muted"> ({visible(why)})</span>}
              </summary>
              <Typeset text={question} />
            </details>
          ))}
        </Section>
      ))}
    </>
  );
}
