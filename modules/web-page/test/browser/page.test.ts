/** The page in a real Chromium against a running instance, which EBB_URL names. */
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import type { Page } from "playwright-core";
import { missing, pageAt, rows, sentence, SHOTS, violations } from "./browser";

const INSTANCE = process.env.EBB_URL ?? "";
const HOSTILE = `"><img src=x onerror="document.title='hacked'">`;

describe("the page of an instance", { skip: missing(INSTANCE) }, () => {
  const open = pageAt(() => INSTANCE);

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

  /** What another operator does meanwhile. */
  async function another(method: string, path: string, body: object) {
    const answer = await fetch(`${INSTANCE}/api/v1${path}`, { method, body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" } });
    assert.ok(answer.ok, await answer.text());
  }
  const refresh = () => another("POST", "/refresh", { type: "GRACEFUL", keepTimeouts: true });

  /** Sends what a dialog shows, and follows the link to the result. */
  async function send(page: Page, reason: string) {
    const dialog = page.locator("dialog");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.locator("button[type=submit]:enabled").click();
    await dialog.getByRole("link", { name: /^See the / }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** The same, where the result is an operation. */
  async function confirm(page: Page, reason: string) {
    await send(page, reason);
    await page.locator("#panel-title", { hasText: "Operation" }).waitFor();
    await page.locator(".panel .title", { hasText: reason }).waitFor();
  }

  /** Sends what a dialog shows after something has moved: it says what, and plans again. */
  async function expectRefusal(page: Page, moved: () => Promise<void>, why: RegExp) {
    const dialog = page.locator("dialog");
    await dialog.getByLabel("Reason").fill("too late");
    await dialog.locator("button[type=submit]:enabled").waitFor();
    await moved();
    await dialog.locator("button[type=submit]").click();
    await dialog.getByRole("alert").filter({ hasText: why }).waitFor();
    await page.screenshot({ path: `${SHOTS}/dialog-moved.png` });
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Plan again" }).click();
  }

  test("drains a node with its plan first, changes its timeout, and takes it back", async () => {
    await open(async (page) => {
      const draining = page.locator(".panel [role=timer]");
      const dialog = page.locator("dialog");
      const order = async (name: string, timeout: string | null, moved?: () => Promise<void>) => {
        await page.locator(".panel").getByRole("button", { name, exact: true }).click();
        if (timeout !== null) await dialog.getByLabel("Timeout").fill(timeout);
        await dialog.locator(".plan li", { hasText: "10.0.0.9:45454" }).first().waitFor();
        assert.equal(await dialog.locator("button[type=submit]").isDisabled(), true, "without a reason");
        await page.screenshot({ path: `${SHOTS}/dialog-${name.replace(" ", "-")}.png` });
        await moved?.();
        await confirm(page, HOSTILE);
        await page.locator(".panel").getByRole("link", { name: "10.0.0.9:45454" }).click();
      };
      await page.locator("#panel-title", { hasText: "10.0.0.9" }).waitFor();
      await order("Drain", "2h");
      await draining.filter({ hasText: /^(1h 59m|2h 00m)$/ }).waitFor();
      await order("Change timeout", "30m", () => page.locator("dialog")
        .getByText("These drains get an earlier deadline:").waitFor());
      await order("Change timeout", "3h", () => expectRefusal(page, () =>
        another("PUT", "/nodes/10.0.0.9:45454/timeout", { timeoutSecs: 9_000 }),
      /Nothing was changed.*10\.0\.0\.9:45454: its deadline or drain has changed/));
      await draining.filter({ hasText: /^(2h 59m|3h 00m)$/ }).waitFor();
      await page.getByRole("region", { name: "Waiting for these applications" }).getByText(HOSTILE).first().waitFor();
      await order("Recommission", null);
      await draining.waitFor({ state: "detached" });
      assert.ok(await page.getByText(HOSTILE).count() > 0);
      assert.equal(await page.locator("img").count(), 0);
      assert.equal(await page.title(), "Ebb");
    }, { hash: "#node=10.0.0.9%3A45454" });
  });

  test("does exactly what it showed for chosen nodes, or says what moved, and ends drains", async () => {
    await open(async (page) => {
      const dialog = page.locator("dialog");
      await page.getByRole("searchbox").fill("10.0.0.13:");
      await page.getByRole("checkbox", { name: "10.0.0.13:45454" }).check();
      await page.locator(".tools").getByRole("button", { name: "Drain", exact: true }).click();
      await dialog.locator(".plan li", { hasText: "10.0.0.13:45454" }).waitFor();
      await expectRefusal(page, refresh, /Nothing was changed.*accepted since/);
      await confirm(page, "exactly that");
      await page.locator(".panel").getByRole("button", { name: "End drains now" }).click();
      await dialog.getByText("1 node leaves immediately.").waitFor();
      await expectRefusal(page, refresh, /Nothing was changed.*accepted since/);
      await page.screenshot({ path: `${SHOTS}/dialog-force.png` });
      await confirm(page, "power cut");
      await page.locator(".panel").getByRole("link", { name: "10.0.0.13:45454" }).click();
      await page.locator(".panel dd", { hasText: "FORCED" }).waitFor();
      await page.locator(".panel").getByRole("button", { name: "Recommission" }).click();
      await confirm(page, "back again");
    }, { expected: /status of 409/ });
  });

  test("undoes an operation, after it has shown what that changes", async () => {
    await open(async (page) => {
      const dialog = page.locator("dialog");
      await page.locator(".panel").getByRole("button", { name: "Drain", exact: true }).click();
      await confirm(page, "a mistake");
      await page.locator(".panel").getByRole("button", { name: "Undo" }).click();
      await dialog.getByText("These entries are removed from the exclude file:").waitFor();
      await dialog.getByText("10.0.0.11", { exact: true }).waitFor();
      await page.screenshot({ path: `${SHOTS}/dialog-undo.png` });
      await confirm(page, "sorry");
      await page.locator(".panel .title", { hasText: "undoes operation" }).waitFor();
      await page.locator(".panel td", { hasText: "RECOMMISSIONED" }).waitFor();
      await page.goBack();
      await page.locator(".panel .title", { hasText: "a mistake" }).waitFor();
      await page.locator(".panel").getByRole("button", { name: "Undo" }).click();
      await dialog.getByText("Nothing can be undone.").waitFor();
      assert.deepEqual(await violations(page), []);
    }, { hash: "#node=10.0.0.11%3A45454" });
  });

  test("lets hosts drain one after another, and changes what still waits", async () => {
    await open(async (page) => {
      const dialog = page.locator("dialog");
      const panel = page.locator(".panel");
      const change = async (name: string, plan: string) => {
        await panel.getByRole("button", { name }).click();
        await dialog.getByText(plan).waitFor();
        await page.screenshot({ path: `${SHOTS}/dialog-${name.replaceAll(" ", "-")}.png` });
        await send(page, "test of the queue");
      };
      await page.getByRole("searchbox").fill("10.0.0.2");
      for (const host of ["10.0.0.21", "10.0.0.22", "10.0.0.23"]) {
        await page.getByRole("checkbox", { name: `${host}:45454` }).check();
      }
      await page.locator(".tools").getByRole("button", { name: "Drain", exact: true }).click();
      await dialog.getByText("A few at a time, or later").click();
      await dialog.getByLabel("Maximum at a time").fill("few");
      await dialog.getByText("few is neither a number nor a percentage").waitFor();
      await dialog.getByLabel("Maximum at a time").fill("1");
      await dialog.getByText("3 hosts are added to the queue:").waitFor();
      await dialog.getByText(/A host starts draining only while fewer than 1 are draining\. Now 0 of \d+ hosts/).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.screenshot({ path: `${SHOTS}/dialog-queue.png` });
      await send(page, "one after another");
      await panel.locator("dd", { hasText: "2 of 3 hosts wait" }).waitFor();
      await panel.locator("dd", { hasText: "when fewer than 1 are draining (now 1)" }).waitFor();
      await sentence(page).filter({ hasText: "2 hosts wait in the queue" }).waitFor();
      await another("POST", "/queue",
        { hosts: [{ host: "10.0.0.24" }], maxParallel: "1", reason: "urgent" });
      await page.locator(".operations li", { hasText: "urgent" }).getByRole("link").click();
      await change("Put first", "1 host starts draining before the hosts of all other queued drains:");
      await page.locator(".operations li:first-child", { hasText: "urgent" }).waitFor();
      await change("Leave in service", "1 host leaves the queue without draining:");
      await panel.getByText("No host is waiting in").waitFor();
      await page.getByRole("link", { name: "10.0.0.22:45454" }).click();
      await panel.getByText("Waiting in the queue:").waitFor();
      await panel.getByRole("link", { name: "Queued drain" }).click();
      await change("Hold", "2 hosts wait until somebody resumes this drain:");
      await panel.locator("dd", { hasText: "when somebody resumes the drain" }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.screenshot({ path: `${SHOTS}/queue.png` });
      await change("Resume", "2 hosts may start draining:");
      await panel.getByRole("button", { name: "Hold" }).waitFor();
      await change("Leave in service", "2 hosts leave the queue without draining:");
      await page.getByRole("link", { name: "10.0.0.21:45454" }).click();
      await panel.getByRole("button", { name: "Recommission" }).click();
      await confirm(page, "back again");
    });
  });

  test("shows an earlier instant, and offers no change there", async () => {
    const at = new Date(Date.now() - 1000).toISOString().replace(/\.\d+Z/, "Z");
    await open(async (page) => {
      await page.getByText("The fleet at").waitFor();
      await sentence(page).waitFor();
      assert.equal(await page.getByRole("checkbox").count(), 0);
      await page.getByRole("button", { name: "Now" }).click();
      await page.getByRole("checkbox").first().waitFor();
    }, { hash: `#at=${encodeURIComponent(at)}` });
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
