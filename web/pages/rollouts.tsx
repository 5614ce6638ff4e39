// A log of rollouts: shares of outcomes over time, rewards against length, groups that are all right or all wrong, the difference of
// two windows, and the items of a window.

import { useMemo } from "preact/hooks";
import { orDash } from "../../src/runs/figure.ts";
import type { RolloutItem, RolloutsPage } from "../../src/view/api.ts";
import {
  factsOf,
  type RolloutOutcome,
  rewardByLength,
  rolloutOutcomes,
  type WindowFacts,
  windowsOf,
} from "../../src/view/rollout-windows.ts";
import { addressOf, apiPath, goTo, lastOpened, runAddress, useOpened } from "../address.ts";
import { type Bar, Histogram } from "../charts/histogram.tsx";
import { OutcomeChart } from "../charts/outcome-chart.tsx";
import { Segments } from "../lists/controls.tsx";
import type { FileRow } from "../lists/download.ts";
import { ResultHead } from "../lists/labels.tsx";
import { Cell, List } from "../lists/rows.tsx";
import { useSteps } from "../lists/step-links.tsx";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { LongText } from "../parts/long-text.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { useAnswer } from "../server.ts";
import { count, percent, plural, shortDate } from "../words.ts";

interface RolloutsProps {
  run: string;
  query: URLSearchParams;
}

/** The windows that the address names, at most two, in their order. */
const chosenIn = (query: URLSearchParams): number[] =>
  (query.get("windows") ?? "").split(",").filter(Boolean).map(Number);

export function Rollouts({ run, query }: RolloutsProps) {
  const { value, error } = useAnswer<RolloutsPage>(apiPath(["runs", run, "rollouts"]), run);
  const by = query.get("by") === "time" ? "time" : "items";
  const windows = useMemo(
    () => (value ? windowsOf(value.columns, by).map((window) => factsOf(value.columns, window)) : []),
    [value, by],
  );
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The log" />;
  const { columns, notes, rewards, run: summary } = value;
  if (columns.time.length === 0) return <p class="empty">{visible(summary.name)} has no items yet.</p>;
  const chosen = chosenIn(query).filter((place) => windows[place]);
  const all = factsOf(columns, { from: 0, to: columns.time.length });
  const windowAt = (place: number) => {
    const next = chosen.includes(place)
      ? chosen.filter((each) => each !== place)
      : [...chosen, place].slice(-2).sort((a, b) => a - b);
    return runAddress(run, query, { windows: next.join(",") });
  };
  // Bars go up from 0.
  const byLength = rewardByLength(columns);
  const shown = chosen.length > 0 ? chosen.map((place) => windows[place]!) : [all];
  return (
    <div class="rollouts">
      <div class="heading">
        <h1>{visible(summary.name)}</h1>
        <p class="muted">
          {plural(columns.time.length, "item")} · {visible(rewards.join(", "))}
        </p>
      </div>
      <Notes notes={notes.map(visible)} />
      <section aria-label="Outcomes">
        <div class="section-head">
          <h2>
            Outcomes in {windows.length} windows of equal {by === "items" ? "size" : "duration"}
          </h2>
          <Segments
            label="Windows"
            values={["items", "time"]}
            chosen={by}
            show={(name) => `by ${name}`}
            onChoose={(name) => goTo(runAddress(run, query, { by: name, windows: undefined }))}
          />
        </div>
        <OutcomeChart
          windows={windows.map(({ from, to, items, shares }, place) => ({
            name:
              items === 0
                ? `window ${place + 1}`
                : `items ${count(from + 1)} to ${count(to)}, ${timeOf(columns.time[from])}`,
            items,
            shares,
            href: items === 0 ? undefined : windowAt(place),
            isChosen: chosen.includes(place),
          }))}
          ends={[
            by === "items" ? "item 1" : timeOf(columns.time[0]),
            by === "items" ? `item ${count(columns.time.length)}` : timeOf(columns.time.at(-1)),
          ]}
          hint="click a window to list its items, and a second one for the difference"
        />
      </section>
      <Windows all={all} windows={chosen.map((place) => windows[place]!)} />
      <div class="charts">
        {byLength.every(({ reward }) => reward >= 0) && (
          <Histogram
            title="mean reward by length"
            axis="characters, tenths of the items"
            bars={byLength.map(
              ({ least, most, items, reward }): Bar => ({
                label: least >= 10_000 ? `${Math.round(least / 1000)}k` : String(least),
                about: `mean reward ${reward.toFixed(2)} of ${plural(items, "item")} with ${count(least)} to ${count(most)} characters`,
                value: reward,
              }),
            )}
          />
        )}
        {all.groups.all > 0 && (
          <Histogram
            title="groups all right or all wrong"
            axis="share of the groups in each window; green: all right"
            isShares
            bars={windows.map(
              ({ groups }, place): Bar => ({
                label: String(place + 1),
                about: `window ${place + 1}: ${count(groups.right)} groups all right, ${count(groups.wrong)} all wrong, of ${count(groups.all)}`,
                value: (groups.right + groups.wrong) / Math.max(1, groups.all),
                right: groups.right / Math.max(1, groups.all),
              }),
            )}
          />
        )}
      </div>
      <Items run={run} query={query} page={value} windows={shown} />
    </div>
  );
}

const timeOf = (time: number | undefined): string =>
  time ? shortDate(new Date(time).toISOString()) : "no time";

/** All items, and the chosen windows; of two, the difference in words. */
function Windows({ all, windows }: { all: WindowFacts; windows: readonly WindowFacts[] }) {
  const [a, b] = windows;
  const changes =
    a && b
      ? rolloutOutcomes
          .map((outcome, i) => ({ outcome, from: a.shares[i]!, to: b.shares[i]! }))
          .filter(({ from, to }) => Math.abs(to - from) >= 0.005)
          .sort((x, y) => Math.abs(y.to - y.from) - Math.abs(x.to - x.from))
      : [];
  const lines: [name: string, show: (facts: WindowFacts) => string][] = [
    ...rolloutOutcomes.map((outcome, i): (typeof lines)[number] => [
      outcome,
      ({ shares }) => percent(shares[i]!),
    ]),
    ["mean reward", ({ reward }) => orDash(reward, (mean) => mean.toFixed(3))],
    [
      "groups all right, all wrong",
      ({ groups: { all, right, wrong } }) =>
        all === 0 ? "–" : `${percent(right / all, 0)}, ${percent(wrong / all, 0)} of ${count(all)}`,
    ],
  ];
  const columns = [{ name: "all items", facts: all }, ...windows.map((facts) => ({ name: "", facts }))];
  return (
    <section aria-label="Windows">
      {a && b && (
        <p class="headline">
          {changes.length === 0
            ? "The two windows have the same shares."
            : changes
                .map(({ outcome, from, to }) => `${outcome} ${percent(from, 0)} → ${percent(to, 0)}`)
                .join(", ")}
          , mean length {count(Math.round(a.characters))} → {count(Math.round(b.characters))} characters
        </p>
      )}
      <div class="scroll">
        <table class="plain window-table">
          <thead>
            <tr>
              <td />
              {columns.map(({ name, facts }) => (
                <th key={`${name} ${facts.from}`} scope="col" class="number">
                  {name || `items ${count(facts.from + 1)} to ${count(facts.to)}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, show]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ name, facts }) => (
                  <td key={`${name} ${facts.from}`} class="number">
                    {show(facts)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ItemsProps extends RolloutsProps {
  page: RolloutsPage;
  windows: readonly { from: number; to: number }[];
}

const keptOfRollouts = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => ["by", "windows", "outcome"].includes(name)));

/** The rows of the chosen windows with the chosen outcome. */
function rowsOf(page: RolloutsPage, query: URLSearchParams, windows: ItemsProps["windows"]): number[] {
  const outcome = rolloutOutcomes.indexOf(query.get("outcome") as (typeof rolloutOutcomes)[number]);
  return windows.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, i) => from + i).filter(
      (row) => outcome < 0 || page.columns.outcome[row] === outcome,
    ),
  );
}

/** Items count from 0, as the lines of the log do. */
const asRow = ({ columns }: RolloutsPage, row: number): FileRow => ({
  item: row,
  outcome: rolloutOutcomes[columns.outcome[row]!]!,
  reward: columns.reward[row] ?? null,
  characters: columns.characters[row]!,
  time: columns.time[row] ? new Date(columns.time[row]).toISOString() : null,
});

function Items({ run, query, page, windows }: ItemsProps) {
  const rows = useMemo(() => rowsOf(page, query, windows), [page, query, windows]);
  const addressFor = (row: number) => addressOf(["run", run, row], keptOfRollouts(query));
  const { columns } = page;
  const set = (outcome: RolloutOutcome | undefined) => goTo(runAddress(run, query, { outcome }));
  return (
    <section class="samples" aria-label="Items">
      <div class="filter-bar">
        <Segments
          label="Outcome"
          values={rolloutOutcomes}
          chosen={(query.get("outcome") ?? undefined) as RolloutOutcome | undefined}
          hasAll
          onChoose={set}
        />
        <ResultHead name={page.run.name} rows={rows} asRow={(row) => asRow(page, row)}>
          {plural(rows.length, "item")}
        </ResultHead>
      </div>
      <List
        rows={rows}
        label="Items"
        kind="item-rows"
        addressOf={addressFor}
        isLast={(row) => String(row) === lastOpened(run)}
        columns={[
          {
            name: "item",
            show: (row) => (
              <Cell>
                <a href={addressFor(row)}>{count(row + 1)}</a>
              </Cell>
            ),
          },
          { name: "outcome", show: (row) => <Cell>{rolloutOutcomes[columns.outcome[row]!]}</Cell> },
          {
            name: "reward",
            show: (row) => (
              <Cell>
                {orDash(columns.reward[row], (reward) =>
                  reward.toLocaleString("en", { maximumFractionDigits: 3 }),
                )}
              </Cell>
            ),
          },
          { name: "characters", show: (row) => <Cell>{count(columns.characters[row]!)}</Cell> },
          { name: "time", show: (row) => <Cell class="muted">{timeOf(columns.time[row])}</Cell> },
        ]}
      />
    </section>
  );
}

export function Rollout({ run, row, query }: RolloutsProps & { row: number }) {
  const { value, error } = useAnswer<RolloutItem>(apiPath(["runs", run, "rollout"], { row }), run);
  const page = useAnswer<RolloutsPage>(apiPath(["runs", run, "rollouts"]), run).value;
  const rows = useMemo(() => {
    if (!page) return [];
    const windows = windowsOf(page.columns, query.get("by") === "time" ? "time" : "items");
    const chosen = chosenIn(query).flatMap((place) => windows[place] ?? []);
    return rowsOf(page, query, chosen.length > 0 ? chosen : [{ from: 0, to: page.columns.time.length }]);
  }, [page, query]);
  const steps = useSteps("Items of the list", rows.indexOf(row), rows.length, (place) =>
    addressOf(["run", run, rows[place]!], keptOfRollouts(query)),
  );
  useOpened(run, String(row));
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The item" />;
  return (
    <div class="rollout">
      <div class="sample-top">
        <h1>item {count(row + 1)}</h1>
        <p class="muted">
          {value.outcome} · {visible(value.reward)} · gold {visible(value.gold)} · {visible(value.time)}
        </p>
        {steps}
      </div>
      {value.prompt !== "" && (
        <section aria-label="Prompt">
          <h2>Prompt</h2>
          <Typeset text={value.prompt} />
        </section>
      )}
      <section aria-label="Response">
        <h2>Response</h2>
        <LongText text={value.response} isChecked />
      </section>
      <section aria-label="Result">
        <h2>Result</h2>
        <pre class="raw">{visible(JSON.stringify(value.result, null, 2))}</pre>
      </section>
    </div>
  );
}
