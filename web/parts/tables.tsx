// Tables whose first column has names, and lists of names with their values.

import type { ComponentChildren } from "preact";

interface HeadsProps {
  names: readonly string[];
  /** Whether the columns hold figures. */
  areFigures?: boolean;
}

/** The headings of columns. */
export const Heads = ({ names, areFigures = false }: HeadsProps) => (
  <>
    {names.map((name) => (
      <th key={name} scope="col" class={areFigures ? "number" : undefined}>
        {name}
      </th>
    ))}
  </>
);

interface TableProps {
  class: string;
  /** The name of the table for screen readers. */
  label?: string;
  head: readonly string[];
  /** The first cell of a row is its name; the others are figures. */
  rows: readonly (readonly string[])[];
}

export function Table({ class: kind, label, head, rows }: TableProps) {
  const figure = (place: number) => (place === 0 ? undefined : "number");
  return (
    <div class="scroll">
      <table class={kind} aria-label={label}>
        <thead>
          <tr>
            <Heads names={head.slice(0, 1)} />
            <Heads names={head.slice(1)} areFigures />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((text, place) => (
                <td key={head[place]} class={figure(place)} data-label={place > 0 ? head[place] : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TwoByTwoProps {
  class?: string;
  label?: string;
  caption?: ComponentChildren;
  columns: readonly [string, string];
  /** Each with its name and its two cells. */
  rows: readonly (readonly [name: string, ...cells: ComponentChildren[]])[];
}

/** @param rows with whole cells, which may have classes */
export const TwoByTwo = ({ class: kind, label, caption, columns, rows }: TwoByTwoProps) => (
  <table class={kind} aria-label={label}>
    {caption && <caption class="muted small">{caption}</caption>}
    <thead>
      <tr>
        <td />
        <Heads names={columns} />
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells}
        </tr>
      ))}
    </tbody>
  </table>
);

interface PairsProps {
  class?: string;
  /** A pair without a value is left out. */
  pairs: readonly (readonly [name: string, value: ComponentChildren])[];
}

export const Pairs = ({ class: kind = "pairs", pairs }: PairsProps) => (
  <dl class={kind}>
    {pairs.map(([name, value]) =>
      value === undefined ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);
