// A long list that renders only the rows in view. Rows are recycled: while the user scrolls, the same elements show
// other rows, so a hundred thousand rows cost no more than fifty.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useListKeys } from "../keys.ts";

interface RowsProps {
  count: number;
  rowHeight: number;
  /** The name of the list for screen readers. */
  label: string;
  role: "grid" | "table";
  columns: number;
  /** The class of the list's style. */
  kind?: string | undefined;
  /** Custom properties of the style that the rows share. */
  shared?: Readonly<Record<`--${string}`, string>>;
  head?: ComponentChildren;
  /** A row that should be in view. */
  shown?: number | undefined;
  row(place: number): ComponentChildren;
}

const spare = 6;

export function Rows(props: RowsProps) {
  const { count, rowHeight, label, role, columns, kind = role, shared = {}, head, shown, row } = props;
  const box = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState({ from: 0, to: 40 });
  useEffect(() => {
    const look = () => {
      const element = box.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top;
      const bar = element.closest("section")?.querySelector<HTMLElement>(":scope > .filter-bar");
      element.parentElement!.style.setProperty("--bar", `${bar?.offsetHeight ?? 0}px`);
      const from = Math.max(0, Math.floor(-top / rowHeight) - spare);
      const to = Math.min(count, from + Math.ceil(innerHeight / rowHeight) + 2 * spare);
      setSpan((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [count, rowHeight]);
  useEffect(() => {
    if (shown === undefined || !box.current) return;
    const top = box.current.getBoundingClientRect().top + shown * rowHeight;
    // The headings cover the rows below them.
    const covered = box.current.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    if (top < covered || top > innerHeight - 60) scrollBy({ top: top - innerHeight / 2 });
  }, [shown, rowHeight]);
  const places: number[] = [];
  for (let place = span.from; place < Math.min(span.to, count); place++) places.push(place);
  return (
    <div
      class={`rows ${kind}`}
      role={role}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns}
      style={shared}
    >
      {head}
      <div ref={box} class="rows-box" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
        {places.map((place) => (
          <div
            // The index among those in view, so that elements are reused.
            key={place % (places.length || 1)}
            role="row"
            aria-rowindex={place + 2}
            class={`rows-row${place === shown ? " chosen" : ""}`}
            style={{ transform: `translateY(${place * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {row(place)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A cell of a row. */
export const Cell = (props: { class?: string | undefined; title?: string; children: ComponentChildren }) => (
  <span role="cell" {...props} />
);

export interface ListColumn<Row> {
  name: string;
  /** The class of its heading. */
  class?: string;
  /** A `Cell`. */
  show(row: Row, place: number): ComponentChildren;
}

interface ListProps<Row> extends Pick<RowsProps, "label" | "kind" | "shared"> {
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  rowHeight?: number;
  addressOf(row: Row): string;
  /** Whether it is the row that was opened last. */
  isLast(row: Row): boolean;
  /** The text in place of a table without rows. */
  empty?: string;
}

/** A list as a table whose rows are opened by keys. */
export function List<Row>(props: ListProps<Row>) {
  const { rows, columns, rowHeight = 34, addressOf, isLast, empty, ...more } = props;
  const at = useListKeys(rows.length, (place) => addressOf(rows[place]!), rows.findIndex(isLast));
  if (rows.length === 0 && empty !== undefined) return <p class="empty">{empty}</p>;
  return (
    <Rows
      {...more}
      count={rows.length}
      rowHeight={rowHeight}
      role="table"
      columns={columns.length}
      shown={at}
      head={
        <div class="rows-head" role="row">
          {columns.map(({ name, class: kind }) => (
            <span key={name} role="columnheader" class={kind}>
              {name}
            </span>
          ))}
        </div>
      }
      row={(place) => columns.map(({ show }) => show(rows[place]!, place))}
    />
  );
}
