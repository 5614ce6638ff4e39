// The tree of a search as a strip chart: iterations from left to right, rewards on an axis of log-odds, the final path thick
// and branches thin, one strip for each tree. A mark that is clicked lights up its path. A pure function of its data, so that a
// report draws the same.

import { rewardWords } from "../../src/search/reward-words.ts";
import { pathTo, type SearchTree, type TreeNode } from "../../src/view/search-tree.ts";
import { visible } from "../math/visible.ts";
import { GridLines, Label, apart as spread } from "./plot.tsx";

export interface Column {
  /** The text for screen readers. */
  about: string;
  /** Below the column, for each tree. */
  margins: readonly (string | undefined)[];
  isDoubtful: readonly boolean[];
  href?: string | undefined;
}

interface StripChartProps {
  tree: SearchTree;
  /** One for each column. */
  columns: readonly Column[];
  selected?: number | undefined;
  /** The key of the selected mark. */
  focus?: string | undefined;
  /** The link of a mark. */
  hrefOf?: ((node: TreeNode) => string) | undefined;
  title: string;
  axis: string;
  /** The space for the chart; a wider tree scrolls. */
  width?: number | undefined;
}

const left = 52;
const right = 26;
const top = 26;
const below = 24;
/** Between the marks and the edges of their strip. */
const inside = 14;

/** Columns share the width, but never become too narrow to be distinguished. */
const columnWidth = (columns: number, room: number): number =>
  Math.max(38, Math.min(240, (room - left - right) / columns));

const logOdds = (reward: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, reward));
  return Math.log(inside / (1 - inside));
};

/** The outermost first, because values without space are left out. */
const ticks = [0.00001, 0.99999, 0.001, 0.999, 0.01, 0.99, 0.1, 0.9];

interface Placed extends TreeNode {
  x: number;
  y: number;
}

export function StripChart(props: StripChartProps) {
  const { tree, columns, selected, focus, hrefOf, title, axis, width: room = 1200 } = props;
  const step = columnWidth(tree.columns, room);
  const height = tree.trees > 1 ? 128 : 216;
  const pitch = height + below + 18;
  const width = left + tree.columns * step + right;
  const total = top + tree.trees * pitch;
  const reach = Math.min(
    13,
    tree.nodes.reduce((most, { reward }) => Math.max(most, Math.abs(logOdds(reward))), logOdds(0.99)) * 1.14,
  );
  const y = (reward: number, strip: number) =>
    top + strip * pitch + inside + (height - 2 * inside) * (0.5 - logOdds(reward) / (2 * reach));
  const centre = (column: number) => left + (column - 0.5) * step;
  const placed = place(tree.nodes, centre, y, step, (strip) => [
    top + strip * pitch + 8,
    top + strip * pitch + height - 8,
  ]);
  const labels = endLabels(placed, tree.columns, step);
  const byKey = new Map(placed.map((node) => [node.key, node]));
  const lit = new Set(pathTo(tree.nodes, focus));
  const isLit = ({ key }: TreeNode) => (lit.size === 0 ? "" : lit.has(key) ? " lit" : " unlit");
  const shown = spaced(
    ticks.filter((tick) => Math.abs(logOdds(tick)) <= reach),
    (tick) => y(tick, 0),
  );
  return (
    <figure class="strip-chart" aria-label={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <div class="strip-scroll" tabIndex={0} role="group" aria-label="The tree, left to right">
        <svg width={width} height={total} viewBox={`0 0 ${width} ${total}`} role="group" aria-label={title}>
          {columns.map(({ href }, i) => (
            <rect
              key={i}
              class={`strip-column${i + 1 === selected ? " selected" : ""}${href ? "" : " still"}`}
              x={left + i * step}
              y={0}
              width={step}
              height={total}
            />
          ))}
          {Array.from({ length: tree.trees }, (_, strip) => (
            <g key={strip}>
              <GridLines
                ticks={shown.map((tick) => ({ y: y(tick, strip), text: String(tick), isHalf: tick === 0.5 }))}
                from={left}
                to={width - right}
              />
              {tree.trees > 1 && (
                <Label
                  kind="strip-name"
                  x={4}
                  y={top + strip * pitch - 4}
                  anchor="start"
                  text={`tree ${strip + 1}`}
                />
              )}
            </g>
          ))}
          <g class="edges">
            {[...placed]
              .sort((a, b) => thickness[a.fate] - thickness[b.fate])
              .map((node) => (
                <path
                  key={node.key}
                  class={`edge ${node.fate}${isLit(node)}`}
                  d={edge(byKey.get(node.parent ?? ""), node, left, step)}
                />
              ))}
          </g>
          {columns.map(({ href, about }, i) => {
            const hit = <rect class="hit" x={left + i * step} y={0} width={step} height={total} />;
            return href === undefined ? (
              <g key={i} role="img" aria-label={about}>
                {hit}
              </g>
            ) : (
              <a
                key={i}
                class="column-link"
                href={href}
                aria-label={about}
                aria-current={i + 1 === selected ? "step" : undefined}
              >
                {hit}
              </a>
            );
          })}
          {/* The table has a link for each candidate, through which marks are reached by keyboard. */}
          {placed.map((node) => {
            const label = labels.get(node.key);
            const mark = (
              <>
                <Mark node={node} extra={isLit(node)} isFocus={node.key === focus} />
                {label && (
                  <Label
                    kind={`end-answer ${node.right ? "right" : "wrong"}${isLit(node)}`}
                    {...label}
                    anchor="start"
                    text={visible((node.answer ?? "").slice(0, shortAnswer))}
                  />
                )}
              </>
            );
            return hrefOf ? (
              <a
                key={node.key}
                class="mark-link"
                href={hrefOf(node)}
                tabIndex={-1}
                aria-label={wordsOf(node)}
              >
                {mark}
              </a>
            ) : (
              <g key={node.key}>{mark}</g>
            );
          })}
          {/* The description of the links, next to them, so that their names stay short. */}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of texts, which nothing can focus. */}
          <g class="strip-texts" aria-hidden="true">
            {columns.map(({ margins, isDoubtful }, i) => (
              <g key={i}>
                <Label
                  kind={i + 1 === selected ? "column-number selected" : "column-number"}
                  x={centre(i + 1)}
                  y={14}
                  text={i + 1}
                />
                {margins.map((margin, strip) =>
                  margin === undefined ? null : (
                    <Label
                      key={strip}
                      kind={`margin${isDoubtful[strip] ? " doubtful" : ""}`}
                      x={centre(i + 1)}
                      y={top + strip * pitch + height + 18}
                      text={margin}
                    />
                  ),
                )}
              </g>
            ))}
            {placed.map(({ key, x, y, count }) =>
              count > 1 ? (
                <Label key={key} kind={`count ${byKey.get(key)!.fate}`} x={x} y={y + 3.5} text={count} />
              ) : null,
            )}
          </g>
        </svg>
      </div>
      <figcaption class="muted small">{axis}</figcaption>
    </figure>
  );
}

const sizes = { dropped: 4.5, passed: 4.5, kept: 5, led: 5.5 } as const;
const thickness = { dropped: 0, passed: 1, kept: 2, led: 3 } as const;
const apart = 17;

/** A count is written inside its mark. */
const sizeOf = ({ fate, count }: TreeNode): number => (count > 9 ? 10 : count > 1 ? 8 : sizes[fate]);

const wordsOf = ({ reward, count, step }: TreeNode): string =>
  `${rewardWords(reward)}${count > 1 ? `, drawn ${count} times` : ""}: ${visible(step.slice(0, 200))}`;

const shortAnswer = 12;

/** The places of the answers of finished solutions, to the right of their marks, if there is space. */
function endLabels(
  placed: readonly Placed[],
  columns: number,
  step: number,
): Map<string, { x: number; y: number }> {
  const labels = new Map<string, { x: number; y: number }>();
  if (step < 60) return labels;
  for (let i = 1; i <= columns; i++) {
    const inColumn = placed.filter(({ column }) => column === i);
    const ends = inColumn.filter(({ right, answer }) => right !== undefined && answer);
    const bottom = ends.reduce((most, { y }) => Math.max(most, y), 0) + 4;
    const places = spread(
      ends.map(({ y }) => y + 4),
      bottom + 13 * ends.length,
    );
    for (const [at, node] of ends.entries()) {
      const beside = inColumn.filter(({ y }) => Math.abs(y - node.y) < 12);
      labels.set(node.key, {
        x: beside.reduce((most, { x }) => Math.max(most, x), node.x) + 12,
        y: places[at]!,
      });
    }
  }
  return labels;
}

/** Overlapping marks are put side by side, those of the chosen path first. */
function place(
  nodes: readonly TreeNode[],
  centre: (column: number) => number,
  y: (reward: number, strip: number) => number,
  step: number,
  heights: (strip: number) => [number, number],
): Placed[] {
  const placed: Placed[] = [];
  const room = Math.max(0, step / 2 - 10);
  for (const node of nodes.toSorted((a, b) => thickness[b.fate] - thickness[a.fate])) {
    const at = y(node.reward, node.tree);
    const others = placed.filter(({ column, tree }) => column === node.column && tree === node.tree);
    const isFree = (x: number, y: number) =>
      others.every((other) => Math.hypot(other.x - x, other.y - y) >= (sizeOf(other) + sizeOf(node)) * 1.05);
    const shifts = [0, 1, -1, 2, -2, 3, -3].map((shift) => Math.max(-room, Math.min(room, shift * apart)));
    const middle = centre(node.column);
    const [highest, lowest] = heights(node.tree);
    // If a column has no space at the side, a mark moves up or down instead, within its strip.
    const free = [0, -1, 1, -2, 2, -3, 3]
      .map((shift) => at + shift * apart)
      .filter((spot) => spot >= highest && spot <= lowest)
      .flatMap((spot) => shifts.map((shift) => ({ x: middle + shift, y: spot })))
      .find((spot) => isFree(spot.x, spot.y));
    placed.push({ ...node, x: free?.x ?? middle, y: free?.y ?? at });
  }
  return placed;
}

function spaced(values: readonly number[], y: (value: number) => number): number[] {
  const kept: number[] = [0.5];
  for (const value of values)
    if (kept.every((other) => Math.abs(y(other) - y(value)) >= 13)) kept.push(value);
  return kept;
}

/** From the parent, or from the left edge of the first column. */
function edge(parent: Placed | undefined, node: Placed, left: number, step: number): string {
  const from = parent ?? { x: left + (node.column - 1) * step, y: node.y };
  const bend = Math.max(8, (node.x - from.x) / 2);
  const at = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
  return `M${at(from.x, from.y)}C${at(from.x + bend, from.y)} ${at(node.x - bend, node.y)} ${at(node.x, node.y)}`;
}

function Mark({ node, extra, isFocus }: { node: Placed; extra: string; isFocus: boolean }) {
  const { x, y, fate, count, right } = node;
  const size = sizeOf(node);
  const ends = right === undefined ? "" : right === true ? " right" : " wrong";
  return (
    <g class={`node ${fate}${ends}${extra}`}>
      <title>{wordsOf(node)}</title>
      {isFocus && <circle class="focus-ring" cx={x} cy={y} r={size + 4} />}
      {right === undefined ? (
        <circle cx={x} cy={y} r={size} />
      ) : (
        <rect x={x - size} y={y - size} width={2 * size} height={2 * size} rx="1" />
      )}
      {right === false && count === 1 && <path class="cross" d={cross(x, y, size - 1.5)} />}
    </g>
  );
}

const cross = (x: number, y: number, size: number): string =>
  `M${x - size},${y - size}L${x + size},${y + size}M${x - size},${y + size}L${x + size},${y - size}`;
