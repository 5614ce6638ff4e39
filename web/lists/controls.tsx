// The controls of a list: its choices, which are parts of the address.

import type { ComponentChildren } from "preact";
import { visible } from "../math/visible.ts";

interface SegmentsProps<Value extends string> {
  /** The name of the group for screen readers. */
  label: string;
  values: readonly Value[];
  chosen: Value | undefined;
  /** Whether the first button shows everything. */
  hasAll?: boolean;
  /** The text of a button; default: its value. */
  show?(value: Value): ComponentChildren;
  titleOf?(value: Value): string;
  /** Receives undefined for everything. */
  onChoose(value: Value | undefined): void;
  /** More buttons. */
  children?: ComponentChildren;
}

/** Buttons side by side, of which one is pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const {
    label,
    values,
    chosen,
    hasAll = false,
    show = (value) => value,
    titleOf,
    onChoose,
    children,
  } = props;
  const all = hasAll ? [undefined, ...values] : values;
  return (
    <div class="segments" role="group" aria-label={label}>
      {all.map((value) => (
        <button
          key={value ?? "all"}
          type="button"
          title={value && titleOf?.(value)}
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {value === undefined ? "all" : show(value)}
        </button>
      ))}
      {children}
    </div>
  );
}

/** A choice that is pressed again is taken back. */
export const toggled = <Value,>(chosen: Value | undefined, value: Value | undefined): Value | undefined =>
  chosen === value ? undefined : value;

interface ChoiceProps {
  label: string;
  value: string | undefined;
  values: readonly string[];
  /** The texts of the values. */
  words?: Readonly<Record<string, string>>;
  /** The text of the first entry, which chooses nothing. */
  none?: string;
  class?: string;
  onChoose(value: string | undefined): void;
}

export function Choice({
  label,
  value,
  values,
  words = {},
  none = "any",
  class: more = "",
  onChoose,
}: ChoiceProps) {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  return (
    <label class={`field${more}`}>
      <span>{label}</span>
      <select value={value ?? ""} onChange={(event) => onChoose(event.currentTarget.value || undefined)}>
        <option value="">{none}</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {words[each] ?? shortened(visible(each))}
          </option>
        ))}
      </select>
    </label>
  );
}

const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 70)}…` : text);

interface TextFilterProps {
  value: string;
  onText(text: string): void;
}

/** The field that filters a list by a text in its problems. `/` focuses it. */
export const TextFilter = ({ value, onText }: TextFilterProps) => (
  <label class="field">
    <span>text in problems</span>
    <input type="search" data-search value={value} onInput={(event) => onText(event.currentTarget.value)} />
  </label>
);
