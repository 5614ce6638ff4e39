// The playground: a gold and an answer, with the verdict while the user types; a response, and its reward. It runs only
// in the browser, and its state is in the address, so a case can be shared as a link.

import { useEffect, useState } from "preact/hooks";
import type { Verification } from "../../src/math/index.ts";
import { quoted } from "../../src/view/quoted.ts";
import { addressOf, changed, goTo } from "../address.ts";
import { Formula } from "../math/formula.tsx";
import { visible } from "../math/visible.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Trouble } from "../parts/notices.tsx";
import { Pairs } from "../parts/tables.tsx";
import { certaintyWords, VerdictMark } from "../parts/verdict-mark.tsx";
import type { Grader } from "./playground-grader.ts";

let loading: Promise<Grader> | undefined;

function useGrader(): Grader | undefined {
  const [grader, setGrader] = useState<{ it: Grader }>();
  useEffect(() => {
    loading ??= import("./playground-grader.ts").then(({ grader }) => grader);
    loading.then((it) => setGrader({ it }));
  }, []);
  return grader?.it;
}

const examples: readonly (readonly [gold: string, answer: string])[] = [
  ["(-\\infty,-17]", "x \\leq -17"],
  ["\\sqrt{2}+\\sqrt{3}", "\\sqrt{5+2\\sqrt{6}}"],
  ["25", "25 \\text{ or } 26"],
  ["x", "\\sqrt{x^2}"],
];

export function Playground({ query }: { query: URLSearchParams }) {
  const grader = useGrader();
  const field = (name: string): string => query.get(name) ?? "";
  const set = (name: string, value: string) =>
    goTo(addressOf(["playground"], changed(query, { [name]: value })), "replace");
  const gold = field("gold");
  const answer = field("answer");
  const result = grader && gold !== "" && answer !== "" ? grader.verify(gold, answer) : undefined;
  return (
    <div class="playground">
      <div class="heading">
        <h1>Playground</h1>
        <p class="muted">
          Grading runs in your browser; nothing is sent. The address of this page contains what you type.
        </p>
      </div>
      <div class="bench">
        <section aria-label="Answer against gold">
          <h2>Does the answer equal the gold?</h2>
          <Field name="gold" label="Gold" value={gold} onInput={set} isSearch />
          <Field name="answer" label="Answer" value={answer} onInput={set} />
          <p class="examples">
            For example{" "}
            {examples.map(([g, a], place) => (
              <span key={g}>
                {place > 0 && ", "}
                <a href={addressOf(["playground"], changed(query, { gold: g, answer: a }))}>
                  {g} and {a}
                </a>
              </span>
            ))}
          </p>
        </section>
        <section class="outcome" aria-label="Result">
          {result ? (
            <VerdictView result={result} gold={gold} answer={answer} />
          ) : (
            <p class="muted">{grader ? "Type a gold and an answer." : "The grader is loading …"}</p>
          )}
        </section>
      </div>
      <RewardBench query={query} grader={grader} onInput={set} />
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string;
  rows?: number;
  isSearch?: boolean;
  onInput(name: string, value: string): void;
}

function Field({ name, label, value, rows = 2, isSearch = false, onInput }: FieldProps) {
  return (
    <label class="field tall">
      <span>{label}</span>
      <textarea
        name={name}
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        value={value}
        data-search={isSearch ? true : undefined}
        onInput={(event) => onInput(name, event.currentTarget.value)}
      />
    </label>
  );
}

const headlines = {
  equal: "Equal",
  different: "Different",
  undecided: "Undecided, which counts as not equal",
};
const marks = { equal: "right", different: "wrong", undecided: "unscored" } as const;

function VerdictView({ result, gold, answer }: { result: Verification; gold: string; answer: string }) {
  const { verdict, by, certainty, reason, unparsed } = result;
  const command = `assay grade --gold ${quoted(gold)} --answer ${quoted(answer)} --explain`;
  return (
    <div class={`verdict-panel ${marks[verdict]}`}>
      <p class="verdict-line" role="status">
        <VerdictMark state={marks[verdict]} />
        <strong>{headlines[verdict]}</strong>
      </p>
      {reason && <p class="sentence">{visible(reason)}</p>}
      <Pairs
        class="sides"
        pairs={(["gold", "answer"] as const).map((side) => [
          `${side} as the grader reads it`,
          <>
            {unparsed === side ? (
              <span class="muted">could not be read as mathematics</span>
            ) : (
              <div class="form">
                <Formula source={result[side]} />
              </div>
            )}
            <code>{visible(result[side])}</code>
          </>,
        ])}
      />
      <Pairs
        pairs={[
          ["rule", by],
          ["certainty", certaintyWords(certainty)],
          ["steps of work", result.steps.toLocaleString("en")],
        ]}
      />
      <div class="actions">
        <CopyButton text={command} what="as command" />
      </div>
    </div>
  );
}

interface RewardBenchProps {
  query: URLSearchParams;
  grader: Grader | undefined;
  onInput(name: string, value: string): void;
}

function RewardBench({ query, grader, onInput }: RewardBenchProps) {
  const response = query.get("response") ?? "";
  const truth = query.get("truth") ?? "";
  const reward = query.get("reward") ?? "r1_zero";
  const isWhole = response !== "" && (truth !== "" || grader?.needsTruth(reward) === false);
  const scored = grader && isWhole ? grader.score(reward, response, truth) : undefined;
  return (
    <div class="bench">
      <section aria-label="Response and reward">
        <h2>Which reward does a response get?</h2>
        <label class="field">
          <span>Reward</span>
          <select value={reward} onChange={(event) => onInput("reward", event.currentTarget.value)}>
            {(grader?.rewards ?? [reward]).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Field name="truth" label="Ground truth" value={truth} onInput={onInput} />
        <Field name="response" label="Response" value={response} rows={6} onInput={onInput} />
      </section>
      <section class="outcome" aria-label="Reward">
        {scored === undefined ? (
          <p class="muted">Type a ground truth and a response.</p>
        ) : "error" in scored ? (
          <Trouble message={scored.error} />
        ) : (
          <Pairs
            class="pairs reward"
            pairs={Object.entries(scored.result).map(([name, value]) => [
              name,
              <code>{visible(JSON.stringify(value))}</code>,
            ])}
          />
        )}
      </section>
    </div>
  );
}
