// A text of a model or of a data set, with its mathematics typeset, and the extracted answer and false equations
// marked. Text is always rendered as text: it cannot create elements.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type Block, type Inline, readBlocks, tableRows } from "./blocks.ts";
import { Formula } from "./formula.tsx";
import { type Mark, marksIn, useMarks } from "./marks.ts";
import type { Piece } from "./split.ts";
import { visibleRuns } from "./visible.ts";

export interface TypesetProps {
  text: string;
  /** The position of the extracted answer. */
  at?: readonly [number, number] | undefined;
  isRaw?: boolean;
  /** Whether false equations between numbers are underlined; only in model output. */
  isChecked?: boolean;
}

export function Typeset({ text, at, isRaw = false, isChecked = false }: TypesetProps) {
  const marks = useMarks(text, at, isChecked);
  const blocks = useMemo(() => (isRaw ? [] : readBlocks(text)), [text, isRaw]);
  if (isRaw)
    return (
      <pre class="raw">
        <Plain text={text} from={0} to={text.length} marks={marks} />
      </pre>
    );
  return (
    <div class="typeset">
      {blocks.map((block, place) => (
        <BlockView key={place} block={block} text={text} marks={marks} />
      ))}
    </div>
  );
}

/** A text in one line, which is truncated if there is no space. */
export function TypesetLine({ text }: { text: string }) {
  const inlines = useMemo(
    () => readBlocks(text).flatMap(({ inlines }): Inline[] => [...inlines, { kind: "break" }]),
    [text],
  );
  return (
    <span class="one-line">
      {inlines.map((inline, place) =>
        inline.kind === "text" ? (
          <InlineView key={place} inline={inline} text={text} marks={none} />
        ) : inline.kind === "piece" ? (
          <InlineView
            key={place}
            inline={{ ...inline, piece: { ...inline.piece, kind: lineKind(inline.piece.kind) } }}
            text={text}
            marks={none}
          />
        ) : (
          " "
        ),
      )}
    </span>
  );
}

const none: readonly Mark[] = [];
const lineKind = (kind: Piece["kind"]): Piece["kind"] => (kind === "display" ? "formula" : kind);

interface Ranged {
  text: string;
  marks: readonly Mark[];
}

function BlockView({ block, text, marks }: Ranged & { block: Block }) {
  const view = (inlines: readonly Inline[]) =>
    inlines.map((inline, place) => <InlineView key={place} inline={inline} text={text} marks={marks} />);
  if (block.kind === "table") return <TableView rows={tableRows(block)} view={view} />;
  const inlines = view(block.inlines);
  if (block.kind === "quote") return <blockquote>{inlines}</blockquote>;
  if (block.kind === "code block") return <pre class="code">{inlines}</pre>;
  if (block.kind === "heading")
    return (
      <p class={`text-heading level-${block.level}`}>
        <strong>{inlines}</strong>
      </p>
    );
  if (block.kind === "item")
    return (
      <div class={`item level-${Math.min(4, block.level)}`}>
        <span class="label">{block.label || "•"}</span>
        <span>{inlines}</span>
      </div>
    );
  return <p>{inlines}</p>;
}

interface TableViewProps {
  rows: Inline[][][];
  view(inlines: readonly Inline[]): ComponentChildren;
}

function TableView({ rows: [head = [], ...rows], view }: TableViewProps) {
  return (
    <table class="in-text">
      <thead>
        <tr>
          {head.map((cell, place) => (
            <th key={place} scope="col">
              {view(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, place) => (
              <td key={place}>{view(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InlineView({ inline, text, marks }: Ranged & { inline: Inline }) {
  if (inline.kind !== "text" && inline.kind !== "piece") return <br />;
  const view =
    inline.kind === "text" ? (
      <Plain text={text} from={inline.from} to={inline.to} marks={marks} />
    ) : (
      <PieceView piece={inline.piece} text={text} marks={marks} />
    );
  const slanted = inline.isItalic ? <em>{view}</em> : view;
  return inline.isBold ? <strong>{slanted}</strong> : slanted;
}

function PieceView({ piece, text, marks }: Ranged & { piece: Piece }) {
  const { kind, start, end } = piece;
  if (kind === "code" || kind === "code block")
    return (
      <code>
        <Plain text={text} from={start} to={end} marks={marks} />
      </code>
    );
  const touching = marksIn(marks, start, end);
  const inside = touching.filter(({ from, to }) => from >= start && to <= end);
  const formula = (
    <Formula
      source={text.slice(start, end)}
      isDisplay={kind === "display"}
      marks={inside.map((mark) => ({ ...mark, from: mark.from - start, to: mark.to - start }))}
    />
  );
  // A mark that begins or ends outside of the formula marks the whole formula.
  const around = touching.find((mark) => !inside.includes(mark));
  return around ? <Marked mark={around}>{formula}</Marked> : formula;
}

function Marked({ mark, children }: { mark: Mark; children: ComponentChildren }) {
  if (mark.kind === "answer") return <mark class="answer-mark">{children}</mark>;
  return (
    <span class="false-equation" title={mark.says}>
      {children}
      <span class="spoken"> ({mark.says}) </span>
    </span>
  );
}

/** A range of plain text with its marks; a mark may contain others. */
function Plain({ text, from, to, marks }: Ranged & { from: number; to: number }) {
  const parts: ComponentChildren[] = [];
  let at = from;
  for (const [place, mark] of marks.entries()) {
    const [start, end] = [Math.max(at, mark.from), Math.min(to, mark.to)];
    if (start >= end) continue;
    if (start > at) parts.push(<Shown key={at} text={text.slice(at, start)} />);
    parts.push(
      <Marked key={`${start}!`} mark={mark}>
        <Plain text={text} from={start} to={end} marks={marks.slice(place + 1)} />
      </Marked>,
    );
    at = end;
  }
  if (at < to || parts.length === 0) parts.push(<Shown key={at} text={text.slice(at, to)} />);
  return <>{parts}</>;
}

function Shown({ text }: { text: string }) {
  const runs = visibleRuns(text);
  if (runs.length === 1 && !runs[0]!.isHidden) return <>{text}</>;
  return (
    <>
      {runs.map(({ text, isHidden }, place) =>
        isHidden ? (
          <span key={place} class="hidden-sign">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </>
  );
}
