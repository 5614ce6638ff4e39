import { describe, expect, it } from "vitest";
import { StatusLine } from "../terminal/terminal.ts";
import { progressText } from "./lines.ts";

describe("the progress line", () => {
  it.each([
    [
      { lines: 1_204_000, linesPerSecond: 15_300.4, secondsLeft: 125 },
      "1,204,000 lines, 15,300/s, 2 min 5 s left",
    ],
    [{ lines: 10, linesPerSecond: 5, secondsLeft: 3.2 }, "10 lines, 5/s, 3 s left"],
    [{ lines: 10, linesPerSecond: 5, secondsLeft: 7325 }, "10 lines, 5/s, 2 h 2 min left"],
    [{ lines: 10, linesPerSecond: 5, secondsLeft: undefined }, "10 lines, 5/s"],
  ])("says %j as %s", (progress, text) => {
    expect(progressText(progress)).toBe(text);
  });

  const stream = (isTTY: boolean) => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    return { written, stream: { isTTY, write } as unknown as NodeJS.WriteStream };
  };
  const progress = { lines: 1, linesPerSecond: 1, secondsLeft: undefined };

  it("is drawn over itself on a terminal, and makes room for a sentence", () => {
    const { written, stream: terminal } = stream(true);
    const line = new StatusLine(terminal);
    line.show(progressText(progress));
    line.say("line 3: bad");
    expect(written.join("")).toBe("\r\x1b[K1 line, 1/s\r\x1b[Kline 3: bad\n");
  });

  it("is not drawn into a file, where only sentences stay", () => {
    const { written, stream: file } = stream(false);
    const line = new StatusLine(file);
    line.show(progressText(progress));
    line.say("line 3: bad");
    expect(written.join("")).toBe("line 3: bad\n");
  });
});
