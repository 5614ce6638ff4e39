// The page as a real browser shows it: live, escaped, within its policy, in light and dark, wide and narrow.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mustRun } from "../no-skip.ts";
import { post, startServe, tagged } from "./served.ts";

const executablePath = "/usr/bin/chromium";
const isThere = existsSync(executablePath);
if (!isThere && !mustRun)
  console.warn(
    "the page of assay serve: not looked at, because there is no /usr/bin/chromium (apt-get install chromium)",
  );

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const attack = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

describe.runIf(isThere || mustRun)("the page", () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startServe>>;
  beforeAll(async () => {
    service = await startServe(["--token-env", "T"], { env: { T: "s3cret" } });
    browser = await chromium.launch({ executablePath, args });
    const items = [
      { response: tagged("42"), ground_truth: "42" },
      { response: tagged(attack), ground_truth: attack },
      { response: `${attack} \u202e reversed`, ground_truth: "1" },
      { response: tagged("41 or 42"), ground_truth: "42" },
    ];
    await post(`${service.url}/v1/score`, { items }, { authorization: "Bearer s3cret" });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function open(width: number, colorScheme: "light" | "dark") {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      httpCredentials: { username: "x", password: "s3cret" },
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      // Before it shows its password the browser asks without one.
      if (message.type() === "error" && !message.text().includes("401")) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(service.url);
    await page.getByText("live", { exact: true }).waitFor();
    return { page, problems, close: () => context.close() };
  }

  it.each([
    [1280, "light"],
    [390, "light"],
    [1280, "dark"],
    [390, "dark"],
  ] as const)("fits %d pixels, %s, and breaks none of its rules", async (width, scheme) => {
    const { page, problems, close } = await open(width, scheme);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
    expect(await page.title()).toBe("Assay: rewards");
    await close();
  });

  it("shows what models say as text, and turned text as marks", async () => {
    const { page, problems, close } = await open(1280, "light");
    const items = page.locator("#items");
    expect(await items.textContent()).toContain(attack);
    expect(await items.textContent()).toContain("⟨U+202E⟩ reversed");
    expect(await items.locator("img, script").count()).toBe(0);
    await page.getByRole("tab", { name: /Hedges 1/ }).click();
    await page.getByText("41 or 42").waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it("moves by itself, and warns of a reward that does not move", async () => {
    const { page, close } = await open(1280, "light");
    const send = (count: number) =>
      post(
        `${service.url}/v1/score`,
        {
          reward: "r1_zero_boxed",
          items: Array.from({ length: count }, () => ({ response: "no box", ground_truth: "1" })),
        },
        { authorization: "Bearer s3cret" },
      );
    await send(1_000);
    await page
      .getByText("r1_zero_boxed has been 0 for the last 1,000 items. All are format failures")
      .waitFor();
    await page.getByText("1,004", { exact: true }).waitFor();
    await close();
  });
});
