// The page in a real browser: live, escaped, within its policy, in light and dark mode, wide and narrow.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openPage, useBrowser } from "../view/chromium.ts";
import { post, startServe, tagged } from "./served.ts";

const attack = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

describe.runIf(hasBrowser)("the page", () => {
  useBrowser();
  let service: Awaited<ReturnType<typeof startServe>>;
  beforeAll(async () => {
    service = await startServe(["--token-env", "T"], { env: { T: "s3cret" } });
    const items = [
      { response: tagged("42"), ground_truth: "42" },
      { response: tagged(attack), ground_truth: attack },
      { response: `${attack} \u202e reversed`, ground_truth: "1" },
      { response: tagged("41 or 42"), ground_truth: "42" },
    ];
    await post(`${service.url}/v1/score`, { items }, { authorization: "Bearer s3cret" });
  });
  afterAll(() => service?.stop());

  async function open(width: number, colorScheme: "light" | "dark") {
    const { page, complaints } = await openPage(service.url, {
      viewport: { width, height: 900 },
      colorScheme,
      httpCredentials: { username: "x", password: "s3cret" },
    });
    await page.getByText("live", { exact: true }).waitFor();
    // The browser first sends a request without the password.
    return {
      page,
      problems: () => complaints.filter((each) => !/^Failed to load resource: .* 401\b/.test(each)),
      complaints,
    };
  }

  it.each([
    [1280, "light"],
    [390, "light"],
    [1280, "dark"],
    [390, "dark"],
  ] as const)("fits %d pixels, %s, and breaks none of its rules", async (width, scheme) => {
    const { page, problems } = await open(width, scheme);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(problems()).toEqual([]);
    expect(await page.title()).toBe("Rewards · Assay");
  });

  it("shows what models say as text, and turned text as marks", async () => {
    const { page, problems } = await open(1280, "light");
    const items = page.locator("#items");
    expect(await items.textContent()).toContain(attack);
    expect(await items.textContent()).toContain("⟨U+202E⟩ reversed");
    expect(await items.locator("img, script").count()).toBe(0);
    await page.getByRole("tab", { name: /Hedges 1/ }).click();
    await page.getByText("41 or 42").waitFor();
    expect(problems()).toEqual([]);
  });

  it("opens an item in the playground, which grades it again", async () => {
    const { page, problems, complaints } = await open(1280, "light");
    await page.getByRole("tab", { name: /Hedges/ }).click();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Open in playground" }).click();
    const playground = await opened;
    playground.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    playground.on("pageerror", (error) => complaints.push(error.message));
    const [truth, response] = ["Ground truth", "Response"].map((name) =>
      playground.getByRole("textbox", { name, exact: true }),
    );
    expect([await truth!.inputValue(), await response!.inputValue()]).toEqual(["42", tagged("41 or 42")]);
    expect(await playground.getByRole("combobox", { name: "Reward" }).inputValue()).toBe("r1_zero");
    const reward = playground.getByRole("region", { name: "Reward", exact: true });
    await reward.getByText("answer_reward").waitFor();
    expect(await reward.textContent()).toBe("format_reward1answer_reward0reward0");
    expect(await playground.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(1280);
    await playground.getByRole("link", { name: "Rewards", exact: true }).click();
    await playground.getByText("live", { exact: true }).waitFor();
    expect(problems()).toEqual([]);
  });

  it("opens the pair of gold and answer where one answer was found, and nothing that is cut", async () => {
    const send = (path: string, items: object[]) =>
      post(`${service.url}${path}`, { items }, { authorization: "Bearer s3cret" });
    const long = "x".repeat(400);
    await send("/v1/grade", [{ gold: "1/2", answer: "0.5 +" }]);
    await send("/v1/score", [
      { response: tagged("1 +"), ground_truth: ["1", "2"] },
      { response: tagged("2 +"), ground_truth: "2" },
      { response: tagged("3 +"), ground_truth: long },
    ]);
    const { page, problems } = await open(1280, "light");
    await page.getByRole("tab", { name: /Unparsed/ }).click();
    const linkOf = async (text: string) => {
      const item = page.locator(".item", { has: page.locator("pre", { hasText: text }) });
      const address = await item.getByRole("link").evaluateAll((links) => links.map((a) => String(a)));
      return address.map((each) => Object.fromEntries(new URLSearchParams(each.split("?")[1])));
    };
    expect(await linkOf("0.5 +")).toEqual([{ gold: "1/2", answer: "0.5 +" }]);
    const asked = (response: string, truth: string) => ({ reward: "r1_zero", truth, response });
    expect(await linkOf("<answer>1 +")).toEqual([asked(tagged("1 +"), '["1","2"]')]);
    expect(await linkOf("<answer>2 +")).toEqual([{ gold: "2", answer: "2 +", ...asked(tagged("2 +"), "2") }]);
    expect(await linkOf("<answer>3 +")).toEqual([]);
    expect(problems()).toEqual([]);
  });

  it("leaves the items alone while somebody is among them", async () => {
    const { page } = await open(1280, "light");
    const link = page.locator("#items").getByRole("link").first();
    await link.focus();
    const item = { response: "newer, without tags", ground_truth: "1" };
    await post(`${service.url}/v1/score`, { items: [item] }, { authorization: "Bearer s3cret" });
    await page.getByRole("tab", { name: "Format failures 2" }).waitFor();
    expect(await page.evaluate("document.activeElement?.textContent")).toBe("Open in playground");
    expect(await page.getByText(item.response).count()).toBe(0);
    await link.blur();
    await page.getByText(item.response).waitFor();
  });

  it("moves by itself, and warns of a reward that does not move", async () => {
    const { page } = await open(1280, "light");
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
    await page.getByText("1,009", { exact: true }).waitFor();
  });
});
