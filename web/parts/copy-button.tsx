// Copies a text to the clipboard, and confirms it.

import { useState } from "preact/hooks";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy().catch(() => {})} title={text}>
      {isCopied ? "Copied" : `Copy ${what}`}
    </button>
  );
}
