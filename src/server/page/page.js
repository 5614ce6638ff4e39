// The page of the reward service: asks for the counters every two seconds and shows them. Texts of models and data sets
// only ever become text nodes.

const everyMs = 2000;
const kinds = [
  ["no_format", "Format failures"],
  ["unparsed", "Unparsed"],
  ["undecided", "Undecided"],
  ["hedge", "Hedges"],
  ["slowest", "Slowest"],
];
const svgNamespace = "http://www.w3.org/2000/svg";
const chart = { width: 560, height: 140, left: 44, bottom: 18, top: 8 };

const state = { chosen: "no_format", reward: undefined, stats: undefined, shown: "" };
const byId = (id) => document.getElementById(id);

/** An element with attributes and children; texts are text nodes. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const count = (number) => number.toLocaleString("en");
const decimal = (number) => (number === undefined ? "–" : number.toFixed(3));
const milliseconds = (ms) => (ms < 10 ? `${ms.toFixed(2)} ms` : `${count(Math.round(ms))} ms`);
const inWords = (name) => name.replaceAll("_", " ");

/** Controls that turn text round or hide it are shown as what they are. */
const visible = (text) =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, (mark) => {
    const code = mark.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `⟨U+${code}⟩`;
  });

function showWarnings({ rewards, logDropped }) {
  const constant = Object.entries(rewards).filter(([, { isConstant }]) => isConstant);
  const warnings = constant.map(([name, { same, outcomes, items }]) => {
    const why = outcomes.no_format === items ? " All are format failures: is it the right reward?" : "";
    return `${name} has been ${same.reward} for the last ${count(same.items)} items.${why}`;
  });
  if (logDropped > 0) warnings.push(`${count(logDropped)} items could not be written to the log.`);
  const text = warnings.join("\n");
  const place = byId("warnings");
  // An alert is read aloud when it changes, so it changes only when there is something new.
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  place.replaceChildren(...warnings.map((each) => element("p", { class: "warning" }, each)));
}

function showFigures(stats) {
  const recent = stats.points.slice(-10);
  const rate = recent.length === 0 ? 0 : recent.reduce((sum, { items }) => sum + items, 0) / recent.length;
  const totals = Object.values(stats.rewards);
  const items = totals.reduce((sum, each) => sum + each.items, 0);
  const { sum = 0, count: scored = 0 } = stats.rewards[state.reward]?.parts.reward ?? {};
  const lost = totals.reduce((all, { outcomes }) => all + outcomes.unscored + outcomes.error, 0);
  const figures = [
    [count(Math.round(rate)), "items a second"],
    [count(items), "items"],
    [scored === 0 ? "–" : decimal(sum / scored), "mean reward"],
    [count(lost), "unscored or failed"],
    [count(stats.queue), "under way"],
    [count(stats.restarts), "threads replaced"],
  ];
  byId("figures").replaceChildren(
    ...figures.map(([value, name]) =>
      element("div", { class: "figure" }, element("b", {}, value), element("span", {}, name)),
    ),
  );
}

/** Lines over time; each series is a list of numbers, undefined where there is none. */
function lines(title, series, top, format) {
  const { width, height, left, bottom, top: above } = chart;
  const length = Math.max(2, ...series.map(({ values }) => values.length));
  const x = (i) => left + ((width - left) * i) / (length - 1);
  const y = (value) => above + (height - above - bottom) * (1 - value / top);
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (const value of [0, top / 2, top]) {
    picture.append(drawn("line", { class: "grid", x1: left, x2: width, y1: y(value), y2: y(value) }));
    picture.append(drawn("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, format(value)));
  }
  for (const [place, { values }] of series.entries()) {
    let path = "";
    let isOpen = false;
    for (const [i, value] of values.entries()) {
      if (value !== undefined) path += `${isOpen ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
      isOpen = value !== undefined;
    }
    picture.append(drawn("path", { class: `s${place % 4}`, d: path }));
  }
  picture.append(drawn("text", { x: left, y: height - 4 }, `${count(length)} s ago`));
  picture.append(drawn("text", { x: width, y: height - 4, "text-anchor": "end" }, "now"));
  return picture;
}

function legend(series) {
  const entries = series.map(({ name, total }, place) =>
    element(
      "li",
      {},
      drawn(
        "svg",
        { viewBox: "0 0 24 8", "aria-hidden": "true" },
        drawn("path", { class: `s${place % 4}`, d: "M0 4L24 4" }),
      ),
      `${inWords(name)} ${decimal(total)}`,
    ),
  );
  return element("ul", { class: "legend" }, ...entries);
}

/** A point of a chart is the mean of a few seconds, so that a busy line can be read. */
function smoothed(values, width = 5) {
  return values.map((_, i) => {
    const near = values.slice(Math.max(0, i - width + 1), i + 1).filter((value) => value !== undefined);
    return near.length === 0 ? undefined : near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

function showCharts(stats) {
  const rates = stats.points.map(({ items }) => items);
  const most = Math.max(10, ...rates);
  const top = 10 ** Math.ceil(Math.log10(most));
  const scale = most <= top / 5 ? top / 5 : most <= top / 2 ? top / 2 : top;
  byId("rate").replaceChildren(
    lines("Items a second", [{ values: rates }], scale, (value) => count(Math.round(value))),
  );
  const parts = stats.rewards[state.reward]?.parts ?? {};
  const names = ["reward", ...Object.keys(parts).filter((name) => name !== "reward")].filter(
    (name) => parts[name],
  );
  const series = names.map((name) => ({
    name,
    total: parts[name].sum / parts[name].count,
    values: smoothed(stats.points.map(({ means }) => means[state.reward]?.[name])),
  }));
  const known = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const highest = Math.max(1, ...known);
  byId("means").replaceChildren(
    lines("Mean reward and its parts", series, highest, (value) => value.toFixed(2)),
    legend(series),
  );
}

function table(head, rows) {
  if (rows.length === 0) return element("p", { class: "empty" }, "nothing yet");
  const cell = (name) => (text, place) => element(name, place === 0 ? {} : { class: "number" }, String(text));
  const body = rows.map((row) => element("tr", {}, ...row.map(cell("td"))));
  const made = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head.map(cell("th")))),
    element("tbody", {}, ...body),
  );
  return element("div", { class: "scroll" }, made);
}

function showTables({ rewards }) {
  const outcomes = Object.entries(rewards).flatMap(([reward, totals]) =>
    Object.entries(totals.outcomes)
      .filter(([, items]) => items > 0)
      .map(([outcome, items]) => [
        `${reward}: ${inWords(outcome)}`,
        count(items),
        `${((100 * items) / totals.items).toFixed(1)}%`,
      ]),
  );
  byId("outcomes").replaceChildren(table(["outcome", "items", "share"], outcomes));
  const rules = new Map();
  for (const totals of Object.values(rewards))
    for (const [rule, { items, right }] of Object.entries(totals.rules)) {
      const before = rules.get(rule) ?? { items: 0, right: 0 };
      rules.set(rule, { items: before.items + items, right: before.right + right });
    }
  const sorted = [...rules]
    .sort((a, b) => b[1].items - a[1].items)
    .map(([rule, { items, right }]) => [rule, count(items), count(right), count(items - right)]);
  byId("rules").replaceChildren(table(["rule", "answers", "right", "not right"], sorted));
}

/** Groups of which all, none or some responses were right: of all time, and of the last steps that items named. */
function showGroups({ rewards, steps }) {
  const rows = [
    ...Object.entries(rewards).map(([reward, { groups }]) => [reward, groups]),
    ...steps.map(({ reward, step, groups }) => [`${reward}, step ${step}`, groups]).reverse(),
  ].flatMap(([name, { all_right, mixed, all_wrong }]) => {
    const all = all_right + mixed + all_wrong;
    const share = (number) => `${((100 * number) / all).toFixed(1)}%`;
    return all === 0 ? [] : [[name, count(all), share(all_right), share(mixed), share(all_wrong)]];
  });
  byId("groups").replaceChildren(table(["", "groups", "all right", "mixed", "all wrong"], rows));
}

const itemsOf = (stats, kind) => (kind === "slowest" ? stats.slowest : stats.notes[kind]);

function showTabs(stats) {
  const tabs = kinds.map(([kind, name]) => {
    const tab = element(
      "button",
      { type: "button", role: "tab", id: `tab-${kind}`, "aria-selected": String(kind === state.chosen) },
      `${name} ${itemsOf(stats, kind).length}`,
    );
    tab.addEventListener("click", () => {
      state.chosen = kind;
      state.shown = "";
      show(state.stats);
      byId(`tab-${kind}`).focus();
    });
    return tab;
  });
  const focused = document.activeElement?.id;
  byId("tabs").replaceChildren(...tabs);
  if (focused?.startsWith("tab-")) byId(focused)?.focus();
}

/** Where an item can be tried again, or undefined: its gold is cut, or its reward is none that a browser can compute. */
function playgroundOf({ reward, isTail, gold, answer, isCut }, response, playground) {
  const fields = {};
  if (reward === "grade") Object.assign(fields, { gold, answer: response });
  else if (playground.includes(reward)) {
    // Several golds are a list here; a pair has one.
    if (answer !== undefined && !gold.startsWith('["')) Object.assign(fields, { gold, answer });
    Object.assign(fields, { reward, truth: gold, response });
  } else return undefined;
  if (isCut || (reward === "grade" && isTail)) return undefined;
  return new URL(`playground#/playground?${new URLSearchParams(fields)}`, `${location.origin}/`).href;
}

function item(shown, playground) {
  const { at, reward, gold, by, reason, ms } = shown;
  const response = `${shown.isTail ? "…" : ""}${shown.response}`;
  const time = new Date(at).toLocaleTimeString("en", { hour12: false });
  const facts = [time, reward, milliseconds(ms), by && `by ${by}`, reason].filter(Boolean).join(" · ");
  const address = playgroundOf(shown, response, playground);
  const link =
    address && element("a", { href: address, target: "_blank", rel: "noopener" }, "Open in playground");
  return element(
    "article",
    { class: "item" },
    element("p", { class: "facts" }, element("span", {}, facts), ...(link ? [link] : [])),
    element("p", {}, `gold: ${visible(gold)}`),
    element("pre", { tabindex: "0", "aria-label": "response" }, visible(response)),
  );
}

function showItems(stats) {
  const items = itemsOf(stats, state.chosen);
  const mark = `${state.chosen} ${JSON.stringify(items.map(({ at, ms }) => [at, ms]))}`;
  // What a person reads is left alone while nothing is new, and where a person is among the items, until they leave.
  const isAmong = state.shown !== "" && byId("items").contains(document.activeElement);
  if (mark === state.shown || isAmong) return;
  state.shown = mark;
  byId("items").replaceChildren(
    ...(items.length > 0
      ? items.map((each) => item(each, stats.playground))
      : [element("p", { class: "empty" }, "none so far")]),
  );
}

function show(stats) {
  state.stats = stats;
  const [busiest] = Object.entries(stats.rewards).sort((a, b) => b[1].items - a[1].items)[0] ?? [];
  state.reward = busiest;
  byId("tag").textContent = stats.tag;
  showWarnings(stats);
  showFigures(stats);
  showCharts(stats);
  showTables(stats);
  showGroups(stats);
  showTabs(stats);
  showItems(stats);
}

function say(sentence, isLost) {
  const place = byId("state");
  if (place.textContent === sentence) return;
  place.textContent = sentence;
  place.className = isLost ? "lost" : "";
}

async function look() {
  if (!document.hidden) {
    try {
      // The page's own address may hold a token, which fetch does not take.
      const answer = await fetch(new URL("v1/stats", `${location.origin}/`));
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      show(await answer.json());
      say("live", false);
    } catch (error) {
      say(`no answer: ${error.message}`, true);
    }
  }
  setTimeout(look, everyMs);
}

look();
