// The page of the reward service: rates, means, outcomes over time, rules, groups, and lists of items.

import { useRef, useState } from "preact/hooks";
import type { Point, StatsPage } from "../../src/server/stats.ts";
import { OutcomeChart, type OutcomeWindow } from "../charts/outcome-chart.tsx";
import { agoWords, TimeLines } from "../charts/time-lines.tsx";
import { visible } from "../math/visible.ts";
import { Table } from "../parts/tables.tsx";
import { count, percent } from "../words.ts";

const inWords = (name: string): string => name.replaceAll("_", " ");

export function Rewards({ stats }: { stats: StatsPage }) {
  // Charts of means show the reward that scored most items.
  const [busiest] = Object.entries(stats.rewards).sort((a, b) => b[1].items - a[1].items)[0] ?? [];
  const windows = outcomeWindows(stats.points);
  return (
    <div class="service">
      <div class="heading">
        <h1>Rewards</h1>
        <p class="muted tag">{visible(stats.tag)}</p>
      </div>
      <Warnings stats={stats} />
      <Figures stats={stats} reward={busiest} />
      <div class="charts">
        <Rates points={stats.points} />
        <Means stats={stats} reward={busiest} />
      </div>
      {windows.some(({ items }) => items > 0) && (
        <section aria-label="Outcomes over time">
          <h2>Outcomes over time, in windows of {windowSeconds} seconds</h2>
          <OutcomeChart windows={windows} ends={[agoWords(stats.points.length), "now"]} />
        </section>
      )}
      <div class="service-tables">
        <Outcomes stats={stats} />
        <Rules stats={stats} />
        <Groups stats={stats} />
      </div>
      <Items stats={stats} />
    </div>
  );
}

/** An alert is read aloud when it changes, and Preact changes only what is new. */
function Warnings({ stats: { rewards, logDropped } }: { stats: StatsPage }) {
  const constant = Object.entries(rewards).flatMap(([name, { isConstant, same, outcomes, items }]) => {
    const why = outcomes.no_format === items ? " All are format failures: is it the right reward?" : "";
    return isConstant
      ? [`${name} has been ${same.reward} for the last ${count(same.items)} items.${why}`]
      : [];
  });
  const dropped = logDropped > 0 ? [`${count(logDropped)} items could not be written to the log.`] : [];
  return (
    <div role="alert">
      {[...constant, ...dropped].map((warning) => (
        <p key={warning} class="trouble">
          {warning}
        </p>
      ))}
    </div>
  );
}

const recentSeconds = 10;

function Figures({ stats, reward }: { stats: StatsPage; reward: string | undefined }) {
  const recent = stats.points.slice(-recentSeconds);
  const rate = recent.reduce((sum, { items }) => sum + items, 0) / Math.max(1, recent.length);
  const totals = Object.values(stats.rewards);
  const { sum = 0, count: scored = 0 } = (reward && stats.rewards[reward]?.parts.reward) || {};
  const figures = [
    [count(Math.round(rate)), "items per second"],
    [count(totals.reduce((all, { items }) => all + items, 0)), "items"],
    [scored === 0 ? "–" : (sum / scored).toFixed(3), "mean reward"],
    [
      count(totals.reduce((all, { outcomes }) => all + outcomes.unscored + outcomes.error, 0)),
      "unscored or failed",
    ],
    [count(stats.queue), "in progress"],
    [count(stats.restarts), "threads replaced"],
  ] as const;
  return (
    <section class="figures" aria-label="Figures">
      {figures.map(([value, name]) => (
        <div key={name} class="tile">
          <div class="tile-name">{name}</div>
          <div class="tile-value">{value}</div>
        </div>
      ))}
    </section>
  );
}

const leastTop = 10;

function Rates({ points }: { points: readonly Point[] }) {
  const rates = points.map(({ items }) => items);
  const most = rates.reduce((most, rate) => Math.max(most, rate), leastTop);
  const power = 10 ** Math.ceil(Math.log10(most));
  const top = [power / 5, power / 2].find((each) => most <= each) ?? power;
  return (
    <TimeLines
      title="items per second, last 10 minutes"
      series={[{ name: "items", values: rates }]}
      top={top}
      write={(value) => count(Math.round(value))}
    />
  );
}

function Means({ stats, reward }: { stats: StatsPage; reward: string | undefined }) {
  const parts = (reward && stats.rewards[reward]?.parts) || {};
  const names = ["reward", ...Object.keys(parts).filter((name) => name !== "reward")].filter(
    (name) => parts[name],
  );
  const series = names.map((name) => ({
    name: inWords(name),
    says: (parts[name]!.sum / parts[name]!.count).toFixed(3),
    values: smoothed(stats.points.map(({ means }) => means[reward!]?.[name])),
  }));
  const top = series
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, value ?? 0), 1);
  return (
    <TimeLines
      title="mean reward and its parts"
      series={series}
      top={top}
      write={(value) => value.toFixed(2)}
    />
  );
}

/** A point of a chart is the mean of a few seconds, so that a noisy line is readable. */
function smoothed(values: readonly (number | undefined)[], width = 5): (number | undefined)[] {
  return values.map((_, i) => {
    const near = values.slice(Math.max(0, i - width + 1), i + 1).filter((value) => value !== undefined);
    return near.length === 0 ? undefined : near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

const windowSeconds = 15;

/** The outcomes of a log of rollouts: hedges are separated from the wrong ones, and the rest is undecided. */
function outcomeWindows(points: readonly Point[]): OutcomeWindow[] {
  const number = Math.ceil(points.length / windowSeconds);
  return Array.from({ length: number }, (_, place) => {
    const behind = (number - place) * windowSeconds;
    const part = points.slice(Math.max(0, points.length - behind), points.length - behind + windowSeconds);
    const sum = (name: keyof Point["outcomes"]) =>
      part.reduce((all, { outcomes }) => all + (outcomes[name] ?? 0), 0);
    const items = part.reduce((all, point) => all + point.items, 0);
    const [right, noFormat, hedge] = [sum("right"), sum("no_format"), sum("hedge")];
    const wrong = Math.max(0, sum("wrong") - hedge);
    const counts = [right, wrong, noFormat, hedge, Math.max(0, items - right - wrong - noFormat - hedge)];
    return {
      name: `${count(behind)} to ${count(behind - windowSeconds)} s ago`,
      items,
      shares: counts.map((each) => each / Math.max(1, items)),
    };
  });
}

interface SectionProps {
  title: string;
  /** The text if there are no rows. */
  empty?: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const Section = ({ title, head, rows, empty = "Nothing yet." }: SectionProps) => (
  <section class="tile" aria-label={title}>
    <h2>{title}</h2>
    {rows.length === 0 ? <p class="muted">{empty}</p> : <Table class="plain" head={head} rows={rows} />}
  </section>
);

function Outcomes({ stats: { rewards } }: { stats: StatsPage }) {
  const rows = Object.entries(rewards).flatMap(([reward, totals]) =>
    Object.entries(totals.outcomes)
      .filter(([, items]) => items > 0)
      .map(([outcome, items]) => [
        `${reward}: ${inWords(outcome)}`,
        count(items),
        percent(items / totals.items),
      ]),
  );
  return <Section title="Outcomes" head={["outcome", "items", "share"]} rows={rows} />;
}

function Rules({ stats: { rewards } }: { stats: StatsPage }) {
  const rules = new Map<string, { items: number; right: number }>();
  for (const totals of Object.values(rewards))
    for (const [rule, { items, right }] of Object.entries(totals.rules)) {
      const before = rules.get(rule) ?? { items: 0, right: 0 };
      rules.set(rule, { items: before.items + items, right: before.right + right });
    }
  const rows = [...rules]
    .sort((a, b) => b[1].items - a[1].items)
    .map(([rule, { items, right }]) => [rule, count(items), count(right), count(items - right)]);
  return <Section title="Outcomes by rule" head={["rule", "answers", "right", "not right"]} rows={rows} />;
}

/** Groups in which all, some or none of the responses were right: in total, and for the last steps of the items. */
function Groups({ stats: { rewards, steps } }: { stats: StatsPage }) {
  const rows = [
    ...Object.entries(rewards).map(([reward, { groups }]) => ({ name: reward, groups })),
    ...steps.map(({ reward, step, groups }) => ({ name: `${reward}, step ${step}`, groups })).reverse(),
  ].flatMap(({ name, groups: { all_right, mixed, all_wrong } }) => {
    const all = all_right + mixed + all_wrong;
    return all === 0
      ? []
      : [[name, count(all), percent(all_right / all), percent(mixed / all), percent(all_wrong / all)]];
  });
  return (
    <Section
      title="Groups"
      head={["reward", "groups", "all right", "mixed", "all wrong"]}
      rows={rows}
      empty="No group has ended yet. A group ends when no item has been added to it for a minute."
    />
  );
}

const kinds = [
  ["no_format", "Format failures"],
  ["unparsed", "Unparsed"],
  ["undecided", "Undecided"],
  ["hedge", "Hedges"],
  ["slowest", "Slowest"],
] as const;
type Kind = (typeof kinds)[number][0];
type Item = StatsPage["slowest"][number];

const itemsOf = ({ slowest, notes }: StatsPage, kind: Kind): Item[] =>
  kind === "slowest" ? slowest : notes[kind];

function Items({ stats }: { stats: StatsPage }) {
  const [chosen, setChosen] = useState<Kind>("no_format");
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<{ kind: Kind; items: Item[] }>();
  // While the pointer or the focus is in the list, its items stay; afterwards it is updated.
  const isAmong = list.current?.contains(document.activeElement) === true;
  if (!isAmong || shown.current?.kind !== chosen)
    shown.current = { kind: chosen, items: itemsOf(stats, chosen) };
  const { items } = shown.current!;
  return (
    <section aria-labelledby="items-title">
      <h2 id="items-title">Items to look at</h2>
      <div class="segments" role="tablist" aria-labelledby="items-title">
        {kinds.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            role="tab"
            id={`tab-${kind}`}
            aria-controls="items"
            aria-selected={kind === chosen}
            onClick={() => setChosen(kind)}
          >
            {name} {itemsOf(stats, kind).length}
          </button>
        ))}
      </div>
      <div id="items" role="tabpanel" aria-labelledby={`tab-${chosen}`} ref={list}>
        {items.length === 0 ? (
          <p class="muted">None so far.</p>
        ) : (
          items.map((item, place) => (
            <ShownItem key={`${item.at} ${item.ms} ${place}`} item={item} playground={stats.playground} />
          ))
        )}
      </div>
    </section>
  );
}

const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : count(Math.round(ms))} ms`;

function ShownItem({ item, playground }: { item: Item; playground: readonly string[] }) {
  const { at, reward, gold, by, reason, ms } = item;
  const response = `${item.isTail ? "…" : ""}${item.response}`;
  const time = new Date(at).toLocaleTimeString("en", { hour12: false });
  const facts = [time, reward, milliseconds(ms), by && `rule ${by}`, reason].filter(Boolean).join(" · ");
  const address = playgroundOf(item, response, playground);
  return (
    <article class="item tile">
      <p class="facts muted small">
        <span>{visible(facts)}</span>
        {address && (
          <a href={address} target="_blank" rel="noopener">
            Open in playground
          </a>
        )}
      </p>
      <p class="small">gold: {visible(gold)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long responses are scrolled by keys. */}
      <pre class="raw" tabIndex={0} aria-label="response">
        {visible(response)}
      </pre>
    </article>
  );
}

/** The playground address of an item; undefined if its gold is truncated, or if a browser cannot compute its reward. */
function playgroundOf(item: Item, response: string, playground: readonly string[]): string | undefined {
  const { reward, isTail, gold, answer, isCut } = item;
  if (isCut || (reward === "grade" && isTail)) return undefined;
  const fields = new URLSearchParams();
  if (reward === "grade") {
    fields.set("gold", gold);
    fields.set("answer", response);
  } else if (playground.includes(reward)) {
    // Several golds are a list here; a pair has one.
    if (answer !== undefined && !gold.startsWith('["')) {
      fields.set("gold", gold);
      fields.set("answer", answer);
    }
    fields.set("reward", reward);
    fields.set("truth", gold);
    fields.set("response", response);
  } else return undefined;
  return new URL(`playground#/playground?${fields}`, `${location.origin}/`).href;
}
