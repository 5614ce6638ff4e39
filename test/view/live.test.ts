// Runs that change while a page is open: one that grows, one that is graded again, one that is removed, one whose
// journal has an incomplete line; and the playground.

import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { choices, TestServer } from "../models/server.ts";
import { beginAssay, ranAssay, startAssay } from "../runs/spawned.ts";
import { evalArgs, sumTexts, writeSums } from "../runs/sums.ts";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, idOf, makeRun, type Recorded, type Row, serve } from "./served.ts";

const rows: Row[] = [1, 2, 3].map((n) => ({ id: `${n}`, problem: `What is ${n}?`, answer: `${n}` }));
const answers = (wrong = ""): Recorded[] =>
  rows.map(({ id }) => ({
    problem: id,
    sample: 0,
    text: `\\boxed{${id === wrong ? "77" : id}}`,
    finish: "stop",
  }));

const pairs: [gold: string, answer: string][] = [
  ["1/2", "0.5"],
  ["0.5", "0.51"],
  ["\\sqrt{8}", "2\\sqrt{2}"],
  ["(x+1)^2", "x^2+2x+1"],
  ["(-\\infty,-17]", "x \\leq -17"],
  ["25", "25 \\text{ or } 26"],
  ["(1,2)", "[1,2]"],
  ["x", "\\sqrt{x^2}"],
  ["|x|", "\\sqrt{x^2}"],
  ["10^{100}", "10^{100}+1"],
  ["5", "("],
  ["\\frac{1}{2^{99}}", "\\frac{1}{2^{98}}"],
  ["\\pi", "3.14"],
  ["\\{1,2\\}", "\\{2,1\\}"],
  ["(1,2)", "(2,1)"],
  ["1,2", "2,1"],
  ["90^\\circ", "90"],
  ["50\\%", "0.5"],
  ["\\text{Paris}", "paris"],
  ["3x+2", "2+3x"],
  ["x=5", "5"],
  ["\\begin{pmatrix}1&2\\end{pmatrix}", "\\begin{pmatrix}1&2\\end{pmatrix}"],
  ["\\sin^2 x + \\cos^2 x", "1"],
  ["\\log 100", "2"],
  ["1,000", "1000"],
  ["2^{10}", "1024"],
  ["\\frac{2}{4}", "\\frac12"],
  ["i", "\\sqrt{-1}"],
  ["C", "(C)"],
  ["7!", "5040"],
];

describe.runIf(hasBrowser)("what is looked at", () => {
  it("says that the server is gone, keeps what is shown, and goes on when it is back", async () => {
    const own = await folderOfTests();
    await makeRun(own, "stays", rows, answers());
    const { url, running } = await serve(own, "runs");
    const { page } = await openPage(`${url}/#/`);
    await page.getByRole("link", { name: "stays" }).waitFor();
    running.kill("SIGTERM");
    await running.ended;
    await eventually(() => page.getByRole("alert").innerText()).toContain("The server does not answer");
    expect(await page.getByRole("link", { name: "stays" }).count()).toBe(1);
    const again = beginAssay(["view", "runs", "--port", new URL(url).port], own);
    await eventually(() => page.getByRole("alert").count()).toBe(0);
    await again.stop();
  });

  useBrowser();
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = await folderOfTests();
    for (const name of ["regraded", "removed", "torn"]) await makeRun(folder, name, rows, answers());
    url = (await serve(folder, "runs")).url;
  });

  it("grows while a run runs, in the list and on its page, and is finished in the end", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const server = await TestServer.start(async (asked, number) => {
      if (number > 4) await held;
      return choices(asked, sumTexts(asked));
    });
    const data = await writeSums(folder, 8);
    const list = await openPage(`${url}/`);
    const growing = startAssay(
      evalArgs(data, server.url, join(folder, "runs", "growing"), "--concurrency", "1"),
      folder,
    );
    const row = list.page.getByRole("row", { name: /growing/ });
    await eventually(() => row.innerText()).toContain("running");
    const id = await idOf(url, "growing");
    const { page, complaints } = await openPage(`${url}/#/run/${id}`);
    await eventually(() => page.locator(".result-line").innerText()).toContain("4 samples of 4 problems");
    await eventually(() => page.locator(".verdict-mark.right, .verdict-mark.wrong").count()).toBeGreaterThan(
      4,
    );
    await eventually(() => page.locator("body").innerText()).toContain("of 4 answered; 4 not asked");
    go();
    await eventually(() => page.locator(".result-line").innerText()).toContain("8 samples of 8 problems");
    const { stdout } = await growing.ended;
    await server.close();
    const [metrics] = Object.values(JSON.parse(stdout).tasks as Record<string, { right: number }>);
    await eventually(() => page.locator(".outcomes").innerText()).toContain(`${metrics!.right} right`);
    await eventually(() => page.locator(".heading .chip").innerText()).toBe("finished");
    await eventually(() => row.innerText()).toContain("finished");
    expect(complaints).toEqual([]);
  });

  it("follows verdicts that are made again", async () => {
    const id = await idOf(url, "regraded");
    const { page } = await openPage(`${url}/#/run/${id}`);
    await eventually(() => page.locator(".outcomes").innerText()).toContain("3 right");
    const path = join(folder, "runs", "regraded", "verdicts.jsonl");
    const text = await readFile(path, "utf8");
    await writeFile(
      path,
      text.replace('"problem":"2","sample":0,"right":true', '"problem":"2","sample":0,"right":false'),
    );
    await eventually(() => page.locator(".outcomes").innerText()).toContain("2 right");
    await eventually(() => page.getByRole("link", { name: "sample 1: wrong, 2" }).count()).toBe(1);
    await ranAssay(["regrade", join(folder, "runs", "regraded")], folder);
    await eventually(() => page.locator(".outcomes").innerText()).toContain("3 right");
  });

  it("says so when a run is removed", async () => {
    const id = await idOf(url, "removed");
    const list = await openPage(`${url}/`);
    const { page } = await openPage(`${url}/#/run/${id}/sums/1/0`);
    await page.getByRole("complementary", { name: "Verdict" }).waitFor();
    await rm(join(folder, "runs", "removed"), { recursive: true });
    await eventually(() => list.page.getByRole("link", { name: "removed" }).count()).toBe(0);
    await page.reload();
    await eventually(() => page.getByRole("alert").innerText()).toMatch(/There is no such run here/);
  });

  it("shows the lines of a torn journal that are whole, and says which one is broken", async () => {
    const path = join(folder, "runs", "torn", "samples.jsonl");
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    lines[1] = lines[1]!.slice(0, 40);
    await writeFile(path, `${lines.join("\n")}\n`);
    await appendFile(path, '{"v":1,"id":"half of a li');
    const id = await idOf(url, "torn");
    const { page } = await openPage(`${url}/#/run/${id}`);
    await eventually(() => page.getByRole("note").innerText()).toMatch(/Line 2 of the journal is broken/);
    await eventually(() => page.locator(".result-line").innerText()).toContain("2 samples of 2 problems");
  });

  it("grades in the playground as the library does, from the address and as one types", async () => {
    const { page, complaints } = await openPage(`${url}/#/playground`);
    const words = { equal: "Equal", different: "Different", undecided: "Undecided" };
    for (const [gold, answer] of pairs) {
      await page.getByLabel("Gold", { exact: true }).fill(gold);
      await page.getByLabel("Answer", { exact: true }).fill(answer);
      const { verdict, by } = verify(gold, answer);
      const panel = page.getByRole("region", { name: "Result" });
      await eventually(() => panel.innerText()).toMatch(
        new RegExp(`^${words[verdict]}[\\s\\S]*rule\\s+${by}\\n`),
      );
    }
    const sent = page.url();
    expect(new URLSearchParams(sent.split("?")[1]).get("gold")).toBe("7!");
    const other = await openPage(sent);
    await eventually(() => other.page.getByRole("region", { name: "Result" }).innerText()).toContain("Equal");
    await other.page.getByLabel("Ground truth").fill("42");
    await other.page
      .getByRole("textbox", { name: "Response" })
      .fill("So. </think> <answer>\\boxed{42}</answer>");
    await eventually(() =>
      other.page.getByRole("region", { name: "Reward", exact: true }).innerText(),
    ).toMatch(/reward\s+1$/);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });
});
