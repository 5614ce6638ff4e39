// A real browser for the pages: Debian's chromium, or the one that CHROMIUM names. If there is none, the tests say so.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { beforeAll, expect, onTestFinished } from "vitest";
import { mustRun } from "../no-skip.ts";
import { keptPrograms } from "../processes/kept.ts";

const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const path = paths.find((each) => each !== undefined && existsSync(each));

/** Whether the tests of pages run; without a browser they fail where skipping is not allowed. */
export const hasBrowser = path !== undefined || mustRun;
if (!hasBrowser)
  console.warn(
    "the viewer's pages: not tested, because there is no chromium here; 'apt-get install chromium' brings it, or CHROMIUM names one",
  );

/**
 * The two popups of the address bar are separate pages that are loaded with every window, although they are never
 * shown; this takes more than half of a test's time. A spare renderer would be started for every page too. The other
 * entries are those of Playwright's list that matter here, because the browser only uses the last occurrence of this
 * switch.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

/** A page that is as expected is never waited for this long, also on a machine with much else to do. */
const mostMs = 60_000;

let browser: Browser | undefined;

/** Called in a file of tests that open pages. The browser stays for the next file, and ends with the test process. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (browser?.isConnected()) return;
    if (path !== undefined) keptPrograms.add(path);
    browser = await chromium.launch({
      ...(path === undefined ? {} : { executablePath: path }),
      args: ["--no-sandbox", `--disable-features=${disabledFeatures.join(",")}`],
    });
  });
}

export interface Opened {
  page: Page;
  /** The browser's messages: about the content security policy, or errors of the page. */
  complaints: string[];
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser!.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // A page that is no longer used would continue to follow its run.
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(mostMs);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(url).host) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

/** Waits until a text of the page is as expected. */
export const eventually = (read: () => Promise<unknown>) =>
  expect.poll(read, { timeout: mostMs, interval: 50 });
