// The field that filters a list by a text in its problems. `/` focuses it.

interface TextFilterProps {
  value: string;
  onText(text: string): void;
}

export function TextFilter({ value, onText }: TextFilterProps) {
  return (
    <label class="field">
      <span>text in problems</span>
      <input type="search" data-search value={value} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}
