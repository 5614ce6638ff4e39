import { afterEach, describe, expect, it, vi } from "vitest";
import { paint, showsColours, widthOf, withColours } from "./colour.ts";
import { textTable } from "./show-table.ts";

describe("colours", () => {
  it("become sequences at the gate, or nothing", () => {
    const text = `a ${paint("right", "b")} c`;
    expect(withColours(text, true)).toBe("a \u001b[32mb\u001b[0m c");
    expect(withColours(text, false)).toBe("a b c");
    expect(widthOf(text)).toBe(5);
  });
  it("cannot be asked for by text that only looks like a mark", () => {
    expect(withColours("⟦0123456789abcdef01234567:31⟧", true)).toBe("⟦0123456789abcdef01234567:31⟧");
  });
  afterEach(() => vi.unstubAllEnvs());
  it("are for terminals that want them", () => {
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv("TERM", "xterm");
    expect(showsColours({ isTTY: true })).toBe(true);
    expect(showsColours({ isTTY: false })).toBe(false);
    vi.stubEnv("TERM", "dumb");
    expect(showsColours({ isTTY: true })).toBe(false);
    vi.stubEnv("TERM", "xterm");
    vi.stubEnv("NO_COLOR", "1");
    expect(showsColours({ isTTY: true })).toBe(false);
  });
});

describe("a table", () => {
  const rows = [
    ["task", "avg@4", "pass@4"],
    ["AIME-2024", "36.0% ± 2.1", "64.6%"],
  ];
  const shown = (within: number | undefined) => withColours(textTable(rows, { within }), false);
  it("has numbers to the right, and is as wide as it must be", () => {
    const table = "task             avg@4  pass@4\nAIME-2024  36.0% ± 2.1   64.6%";
    expect(shown(undefined)).toBe(table);
    expect(shown(30)).toBe(table);
  });
  it("is one figure a line where the terminal is narrower", () => {
    expect(shown(29)).toBe("AIME-2024\n  avg@4   36.0% ± 2.1\n  pass@4  64.6%");
  });
  it("then leaves out what has no value, and keeps the title of a titled one", () => {
    const rows = [
      ["F1 at threshold", "0.1", "0.2"],
      ["gsm8k", "60.0", ""],
    ];
    const text = textTable(rows, { within: 24, isTitled: true });
    expect(withColours(text, false)).toBe("F1 at threshold\ngsm8k\n  0.1  60.0");
  });
  it("cuts the columns that may be cut before it gives up its lines", () => {
    const rows = [
      ["run", "model", "state"],
      ["outputs/some/where/deep/run_1", "a model of a long name", "finished"],
    ];
    const text = withColours(
      textTable(rows, { isWords: true, within: 40, cuts: { 0: "inside", 1: "end" } }),
      false,
    );
    expect(text).toBe("run             model           state\noutput…p/run_1  a model of a …  finished");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(40);
  });
  it("knows that some letters take two columns, and marks none", () => {
    expect(widthOf("题a")).toBe(3);
    expect(widthOf("e\u0301")).toBe(1);
  });
});
