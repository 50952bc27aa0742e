/** The page in a real Chromium against a running instance, which EBB_URL names. */
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { missing, pageAt, rows, sentence, SHOTS, violations } from "./browser";

const INSTANCE = process.env.EBB_URL ?? "";

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
