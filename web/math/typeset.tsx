// A text of a model or of a data set, with its mathematics typeset and the extracted answer marked where it stands. Text is
// only ever text: nothing in it becomes an element.

import { useMemo } from "preact/hooks";
import { type Block, type Inline, readBlocks } from "./blocks.ts";
import { Formula } from "./formula.tsx";
import type { Piece } from "./split.ts";
import { visibleRuns } from "./visible.ts";

interface TypesetProps {
  text: string;
  /** Where the extracted answer stands. */
  at?: readonly [number, number] | undefined;
  isRaw?: boolean;
}

export function Typeset({ text, at, isRaw = false }: TypesetProps) {
  const blocks = useMemo(() => (isRaw ? [] : readBlocks(text)), [text, isRaw]);
  if (isRaw)
    return (
      <pre class="raw">
        <Plain text={text} from={0} to={text.length} at={at} />
      </pre>
    );
  return (
    <div class="typeset">
      {blocks.map((block, place) => (
        <BlockView key={place} block={block} text={text} at={at} />
      ))}
    </div>
  );
}

type Ranged = Pick<TypesetProps, "text" | "at">;

function BlockView({ block, text, at }: Ranged & { block: Block }) {
  const inlines = block.inlines.map((inline, place) => (
    <InlineView key={place} inline={inline} text={text} at={at} />
  ));
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

function InlineView({ inline, text, at }: Ranged & { inline: Inline }) {
  if (inline.kind === "break") return <br />;
  const view =
    inline.kind === "text" ? (
      <Plain text={text} from={inline.from} to={inline.to} at={at} />
    ) : (
      <PieceView piece={inline.piece} text={text} at={at} />
    );
  return inline.isBold ? <strong>{view}</strong> : view;
}

function PieceView({ piece, text, at }: Ranged & { piece: Piece }) {
  const { kind, start, end } = piece;
  if (kind === "code" || kind === "code block")
    return (
      <code>
        <Plain text={text} from={start} to={end} at={at} />
      </code>
    );
  const isInside = at !== undefined && at[0] >= start && at[1] <= end;
  const isAround = at !== undefined && !isInside && at[0] < end && at[1] > start;
  const mark = isInside ? ([at[0] - start, at[1] - start] as const) : undefined;
  const formula = <Formula source={text.slice(start, end)} isDisplay={kind === "display"} mark={mark} />;
  return isAround ? <mark class="answer-mark">{formula}</mark> : formula;
}

/** A stretch of plain text; the part of it that is the answer is marked. */
export function Plain({ text, from, to, at }: Ranged & { from: number; to: number }) {
  const start = Math.max(from, at?.[0] ?? to);
  const end = Math.min(to, at?.[1] ?? to);
  if (at === undefined || start >= end) return <Shown text={text.slice(from, to)} />;
  return (
    <>
      <Shown text={text.slice(from, start)} />
      <mark class="answer-mark">
        <Shown text={text.slice(start, end)} />
      </mark>
      <Shown text={text.slice(end, to)} />
    </>
  );
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
