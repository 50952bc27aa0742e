/** A Chromium for the tests of the page; without one nothing is tested, loudly. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, beforeEach } from "node:test";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const BINARY = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"]
  .find((path) => path !== "" && existsSync(path));
export const SHOTS = "target/screenshots";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** For `skip`: why nothing can be tested, or false. */
export function missing(url: string): string | false {
  const why = BINARY === undefined ? "NO CHROMIUM: the page is not tested in a browser"
    : url === "" ? "EBB_URL is not set: the page is not tested against an instance" : false;
  if (why !== false) console.error(`\n*** ${why} ***\n`);
  return why;
}

export interface How extends BrowserContextOptions {
  hash?: string;
  prepare?: (page: Page) => Promise<unknown>;
  /** Errors that the page may write. */
  expected?: RegExp;
}

export type Open = (look: (page: Page) => Promise<void>, how?: How) => Promise<void>;

/**
 * To be called within `describe`. What it returns opens the page, leaves a screenshot under the name
 * of the test, and fails if the page writes an error, which a breach of the Content-Security-Policy
 * does, too.
 */
export function pageAt(url: () => string): Open {
  let browser: Browser;
  let shot = "";
  beforeEach((test) => {
    shot = `${SHOTS}/${test.name.replace(/\W+/g, "-")}.png`;
  });
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    browser = await chromium.launch(
      { executablePath: BINARY ?? "", args: ["--no-sandbox", "--js-flags=--expose-gc"] });
  });
  after(async () => {
    await browser.close();
  });
  return async (look, { hash = "", prepare, expected = /^$/, ...options } = {}) => {
    const context = await browser.newContext(
      { viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error" && !expected.test(line.text())) errors.push(line.text());
    });
    await prepare?.(page);
    await page.goto(`${url()}/${hash}`);
    try {
      await look(page);
      await page.screenshot({ path: shot });
      assert.deepEqual(errors, []);
    } finally {
      await context.close();
    }
  };
}

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: {
      run: (on: Document, how: object) => Promise<{ violations: { id: string;
        nodes: { html: string; failureSummary?: string }[] }[] }> } };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const found = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return found.violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => node.html + (node.failureSummary ?? "")).join("\n")}`);
  });
}

export const sentence = (page: Page) => page.locator(".sentence");
export const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
