/**
 * The page in a real Chromium against an instance that asks who its callers are, which EBB_URL
 * names. It knows two tokens and a certificate, all in files of EBB_WHO.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { describe } from "node:test";
import type { Page } from "playwright-core";
import { missing, pageAt, rows, sentence, type Open } from "./browser";
import { drawsFirstRows, scrolls } from "./large";

const INSTANCE = process.env.EBB_URL ?? "";
const WHO = process.env.EBB_WHO ?? "";
const NODE = "#node=10.0.0.9%3A45454";

describe("the page of an instance with users", { skip: WHO === "" || missing(INSTANCE) }, () => {
  const anybody = pageAt(() => INSTANCE);
  const open: Open = (look, how) => anybody(look, { ignoreHTTPSErrors: true, ...how });
  const tokenOf = (name: string) => readFileSync(`${WHO}/${name}`, "utf8");

  async function signIn(page: Page, token: string) {
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("asks for a token, refuses a wrong one, and offers a reader nothing to press", async () => {
    await open(async (page) => {
      await signIn(page, "wrong");
      await page.getByText("Not accepted:").waitFor();
      await signIn(page, tokenOf("reader"));
      await page.getByText("monitoring · read-only").waitFor();
      await page.locator(".panel .history").waitFor();
      assert.equal(await page.getByRole("checkbox").count(), 0);
      assert.equal(await page.locator(".panel .buttons").count(), 0);
    }, { hash: NODE, expected: /status of 401/ });
  });

  test("carries out what an administrator asks for, in the name of the token", async () => {
    await open(async (page) => {
      await signIn(page, tokenOf("admin"));
      await page.locator(".panel").getByRole("button", { name: "Drain", exact: true }).click();
      await page.locator("dialog").getByLabel("Reason").fill("disk");
      await page.locator("dialog button[type=submit]:enabled").click();
      await page.getByRole("link", { name: "See the operation" }).click();
      await page.locator(".panel .title", { hasText: "anna" }).waitFor();
    }, { hash: NODE, expected: /status of 401/ });
  });

  test("needs no token from the owner of a certificate", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      await page.locator(".who", { hasText: "Bob Berg" }).waitFor();
      await rows(page).getByRole("checkbox").first().waitFor();
    }, { clientCertificates: [
      { origin: INSTANCE, certPath: `${WHO}/bob.crt`, keyPath: `${WHO}/bob.key` }] });
  });

  /** As somebody who has signed in before. */
  const signedIn: Open = (look, { prepare, ...how } = {}) => open(look, { ...how,
    prepare: async (page) => {
      await page.addInitScript((token) => sessionStorage.setItem("ebb-token", token), tokenOf("admin"));
      await prepare?.(page);
    } });

  const withManyNodes = { skip: process.env.LIMITS !== "on" && "measured by hand, with LIMITS=on" };

  test("has drawn the first rows within a second", withManyNodes, () => drawsFirstRows(signedIn));

  test("scrolls fifty frames a second, and without a blank row", withManyNodes,
    () => signedIn(scrolls));
});
