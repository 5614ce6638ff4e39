// A text in parts: a completion of ten megabytes opens as fast as one of ten kilobytes, at its beginning and at the
// answer.

import { useState } from "preact/hooks";
import { partsOf } from "../../src/view/shown-parts.ts";
import { Typeset, type TypesetProps } from "../math/typeset.tsx";
import { count } from "../words.ts";

export function LongText({ text, at, isRaw = false, isChecked = false }: TypesetProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]));
  const parts = partsOf(text);
  if (parts.length <= 1) return <Typeset text={text} at={at} isRaw={isRaw} isChecked={isChecked} />;
  const isOpen = (place: number) =>
    opened.has(place) || (at !== undefined && at[0] < parts[place]![1] && at[1] > parts[place]![0]);
  return (
    <>
      {parts.map(([from, to], place) =>
        isOpen(place) ? (
          <Typeset
            key={from}
            text={text.slice(from, to)}
            at={at && [Math.max(0, at[0] - from), Math.max(0, at[1] - from)]}
            isRaw={isRaw}
            isChecked={isChecked}
          />
        ) : isOpen(place - 1) || place === 0 ? (
          <button
            key={from}
            type="button"
            class="more"
            onClick={() => setOpened(new Set([...opened, place]))}
          >
            Show characters {count(from + 1)} to {count(to)} of {count(text.length)}
          </button>
        ) : null,
      )}
    </>
  );
}
