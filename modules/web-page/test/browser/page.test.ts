/**
 * The page in a real Chromium against a running instance. EBB_URL names the instance; without it,
 * or without a Chromium, nothing is tested, loudly. Each test leaves screenshots in target.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import type { FleetNode, Nodes, Operation } from "../../src/api";

const URL_OF = process.env.EBB_URL ?? "";
const BINARY = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"]
  .find((path) => path !== "" && existsSync(path));
const SHOTS = "target/screenshots";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const missing = BINARY === undefined ? "NO CHROMIUM: the page is not tested in a browser"
  : URL_OF === "" ? "EBB_URL is not set: the page is not tested in a browser" : false;
if (missing !== false) console.error(`\n*** ${missing} ***\n`);

describe("the page", { skip: missing }, () => {
  let browser: Browser;
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    browser = await chromium.launch({ executablePath: BINARY ?? "", args: ["--no-sandbox"] });
  });
  after(async () => {
    await browser.close();
  });

  /** Fails if the page writes an error, which a breach of the Content-Security-Policy does, too. */
  async function open(
    look: (page: Page) => Promise<void>,
    { hash = "", prepare, expected = /^$/, ...options }: BrowserContextOptions & {
      hash?: string; prepare?: (page: Page) => Promise<unknown>; expected?: RegExp } = {},
  ) {
    const context = await browser.newContext(
      { viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error" && !expected.test(line.text())) errors.push(line.text());
    });
    await prepare?.(page);
    await page.goto(`${URL_OF}/${hash}`);
    try {
      await look(page);
      assert.deepEqual(errors, []);
    } finally {
      await context.close();
    }
  }

  async function violations(page: Page): Promise<string[]> {
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

  const sentence = (page: Page) => page.locator(".sentence");
  const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
  const answer = (page: Page, path: string, body: unknown, status = 200) =>
    page.route(`**/api/v1${path}`, (route) => route.fulfill({ status, json: body }));

  test("shows the fleet, filters it, and opens a node by keyboard", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      await page.getByRole("button", { name: /RUNNING$/ }).click();
      assert.equal(await rows(page).first().locator("span.state.RUNNING").count(), 1);
      await page.getByRole("searchbox").fill("10.0.0.7:");
      await page.locator(".tools [role=status]", { hasText: /^1 of / }).waitFor();
      await rows(page).first().getByRole("link").focus();
      await page.keyboard.press("Enter");
      await page.locator(".panel h3", { hasText: "History" }).waitFor();
      assert.match(await page.locator("#panel-title").innerText(), /^10\.0\.0\.7:/);
      await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
    });
  });

  test("drains a node with its plan first, changes its timeout, and takes it back", async () => {
    await open(async (page) => {
      const draining = page.locator(".panel [role=timer]");
      const order = async (name: string, more?: () => Promise<void>) => {
        await page.locator(".panel").getByRole("button", { name, exact: true }).click();
        const dialog = page.locator("dialog");
        await dialog.getByText("10.0.0.9:45454").waitFor();
        const send = dialog.locator("button[type=submit]");
        assert.equal(await send.isDisabled(), true, "without a reason");
        await more?.();
        await dialog.getByLabel("Reason").fill("test of the page");
        await page.screenshot({ path: `${SHOTS}/dialog-${name.replace(" ", "-")}.png` });
        await send.click();
        await dialog.getByRole("link", { name: "See the operation" }).click();
        await page.locator("#panel-title", { hasText: "Operation" }).waitFor();
        await page.locator(".panel .title", { hasText: "test of the page" }).waitFor();
        await page.locator(".panel").getByRole("link", { name: "10.0.0.9:45454" }).click();
      };
      await page.locator("#panel-title", { hasText: "10.0.0.9" }).waitFor();
      await order("Drain", () => page.locator("dialog").getByLabel("Timeout").fill("2h"));
      await draining.filter({ hasText: /^(1h 59m|2h 00m)$/ }).waitFor();
      await order("Change timeout", () => page.locator("dialog").getByLabel("Timeout").fill("3h"));
      await draining.filter({ hasText: /^(2h 59m|3h 00m)$/ }).waitFor();
      await order("Recommission");
      await draining.waitFor({ state: "detached" });
    }, { hash: "#node=10.0.0.9%3A45454" });
  });

  test("undoes an operation, after it has shown what that changes", async () => {
    await open(async (page) => {
      const dialog = page.locator("dialog");
      const give = async (reason: string) => {
        await dialog.getByLabel("Reason").fill(reason);
        await dialog.locator("button[type=submit]").click();
        await dialog.getByRole("link", { name: "See the operation" }).click();
        await page.locator(".panel .title", { hasText: reason }).waitFor();
      };
      await page.locator(".panel").getByRole("button", { name: "Drain", exact: true }).click();
      await give("a mistake");
      await page.locator(".panel").getByRole("button", { name: "Undo" }).click();
      await dialog.getByText("These entries are taken out of the exclude file:").waitFor();
      await dialog.getByText("10.0.0.11", { exact: true }).waitFor();
      await page.screenshot({ path: `${SHOTS}/dialog-undo.png` });
      await give("sorry");
      await page.locator(".panel .title", { hasText: "undoes operation" }).waitFor();
      await page.locator(".panel td", { hasText: "RECOMMISSIONED" }).waitFor();
      await page.goBack();
      await page.locator(".panel .title", { hasText: "a mistake" }).waitFor();
      await page.locator(".panel").getByRole("button", { name: "Undo" }).click();
      await dialog.getByText("Nothing can be undone.").waitFor();
      assert.deepEqual(await violations(page), []);
    }, { hash: "#node=10.0.0.11%3A45454" });
  });

  test("shows an earlier instant, and offers no change there", async () => {
    const at = new Date(Date.now() - 1000).toISOString().replace(/\.\d+Z/, "Z");
    await open(async (page) => {
      await page.getByText("This is the fleet of").waitFor();
      await sentence(page).waitFor();
      assert.equal(await page.getByRole("checkbox").count(), 0);
      await page.getByRole("button", { name: "Now" }).click();
      await page.getByRole("checkbox").first().waitFor();
    }, { hash: `#at=${encodeURIComponent(at)}` });
  });

  test("offers a reader no button that it may not press", async () => {
    await open(async (page) => {
      await page.getByText("eve · may look").waitFor();
      await sentence(page).waitFor();
      await page.locator("#panel-title").waitFor();
      assert.equal(await page.getByRole("checkbox").count(), 0);
      assert.equal(await page.locator(".panel").getByRole("button", { name: "Drain" }).count(), 0);
    }, {
      hash: "#node=10.0.0.8%3A45454",
      prepare: (page) => answer(page, "/whoami",
        { name: "eve", role: "READER", method: "TOKEN", verified: true }),
    });
  });

  test("asks for a token, and says that a wrong one is wrong", async () => {
    await open(async (page) => {
      await page.getByLabel("Token").fill("wrong");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByText("Not accepted: nobody knows it").waitFor();
      assert.deepEqual(await violations(page), []);
      await page.screenshot({ path: `${SHOTS}/token.png` });
    }, {
      prepare: (page) => page.route("**/api/v1/**", (route) => route.fulfill({ status: 401,
        json: { code: "unauthenticated", detail: "nobody knows it" } })),
      expected: /status of 401/,
    });
  });

  test("says how old it is when no news come, and goes on when they do", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      await page.route("**/api/v1/nodes", (route) => route.abort());
      await page.getByRole("alert").filter({ hasText: "No news for" }).waitFor();
      assert.ok(await rows(page).count() > 0, "what is known stays");
      await page.screenshot({ path: `${SHOTS}/stale.png` });
      await page.unroute("**/api/v1/nodes");
      await page.getByRole("alert").filter({ hasText: "No news for" }).waitFor({ state: "detached" });
    }, { expected: /Failed to load resource/ });
  });

  test("shows hostile names as they are", async () => {
    const evil = `"><img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
    await open(async (page) => {
      await sentence(page).filter({ hasText: "<img" }).waitFor();
      await page.locator(".operations").getByText("<img").first().waitFor();
      assert.equal(await page.locator("img").count(), 0);
      assert.equal(await page.title(), "Ebb");
      await page.screenshot({ path: `${SHOTS}/hostile.png` });
    }, { prepare: async (page) => {
      await answer(page, "/nodes", fleet(3, evil));
      await answer(page, "/operations?limit=50", { operations: [operation(evil)], next: null });
    } });
  });

  test("scrolls ten thousand nodes without a blank row", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      const result = await page.evaluate(async () => {
        const box = document.getElementById("nodes");
        if (box === null) throw new Error("no table");
        let blank = 0;
        const started = performance.now();
        for (let i = 0; i < 120; i++) {
          box.scrollTop += 400;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const { left, top, height } = box.getBoundingClientRect();
          for (const y of [top + 60, top + height / 2, top + height - 20]) {
            const row = document.elementFromPoint(left + 60, y)?.closest("tr");
            if (row?.getAttribute("aria-rowindex") === null || row === null) blank++;
          }
        }
        const drawn = document.querySelectorAll("tbody tr").length;
        return { blank, drawn, msPerFrame: (performance.now() - started) / 240 };
      });
      console.log("10,000 nodes:", JSON.stringify(result));
      assert.equal(result.blank, 0);
      assert.ok(result.drawn < 120, `${result.drawn} rows drawn`);
      await page.locator("#nodes").evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await page.locator(`tr[aria-rowindex="10001"]`).waitFor();
    }, { prepare: (page) => answer(page, "/nodes", fleet(10_000, "kernel")) });
  });

  for (const scheme of ["light", "dark"] as const) {
    for (const width of [1440, 1024, 390]) {
      test(`can be read by everybody, ${scheme} at ${width}`, async () => {
        await open(async (page) => {
          await sentence(page).waitFor();
          await rows(page).first().waitFor();
          assert.deepEqual(await violations(page), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await page.screenshot({ path: `${SHOTS}/fleet-${scheme}-${width}.png` });
          await rows(page).first().getByRole("link").click();
          await page.locator(".panel .history").last().waitFor();
          assert.deepEqual(await violations(page), []);
          await page.screenshot({ path: `${SHOTS}/node-${scheme}-${width}.png` });
        }, { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme });
      });
    }
  }

  test("speaks the language of the browser, and the other one when asked", async () => {
    await open(async (page) => {
      await page.getByText("集群时刻").waitFor();
      await sentence(page).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
      await page.screenshot({ path: `${SHOTS}/chinese.png` });
      await page.getByRole("button", { name: "English" }).click();
      await page.getByText("Fleet at").waitFor();
    }, { locale: "zh-CN" });
  });
});

function fleet(count: number, reason: string): Nodes {
  const nodes = Array.from({ length: count }, (_, i): FleetNode => ({
    nodeId: `node${i}.example.com:45454`, address: null,
    state: i % 9 === 0 ? "DECOMMISSIONING" : "RUNNING",
    status: i % 9 === 0 ? "WAIT_APP" : null, containers: i % 9 === 0 ? 0 : null,
    applications: i % 9 === 0 ? ["application_1_0001"] : null,
    running: { containers: i % 7, applicationMasters: 0 },
    capacity: { memoryMb: 8192, vcores: 8 }, healthy: true, lastHeartbeat: null,
    drain: i % 9 === 0 ? {
      epoch: 1, startedAt: "2026-01-31T14:00:00Z", timeoutSeconds: 3600, timeoutSource: "REQUEST",
      deadline: "2026-01-31T15:00:00Z", secondsLeft: 600 + i, operationId: "op-1", askedBy: reason,
      origin: "HTTP", reason,
    } : null,
    progress: null, lastDrain: null,
  }));
  const application = { id: "application_1_0001", name: reason, user: reason, queue: reason,
    type: null, progress: 5, nodes: 1 };
  return { nodes, applications: [application], next: null };
}

function operation(reason: string): Operation {
  return { id: "op-1", type: "GRACEFUL", at: "2026-01-31T14:00:00Z", actor: reason, reason,
    nodes: { total: 1, pending: 0, draining: 1, ended: 0, outcomes: {} }, complete: false };
}
