/** What the page has to do with ten thousand nodes, whoever serves it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { rows, type Open } from "./browser";

/**
 * Other work on the machine makes it slower, and nothing makes it faster: so the best of some
 * attempts counts. The limit is held where LIMITS says that the machine does nothing else.
 */
async function holds(what: string, attempt: () => Promise<number>, limit: number) {
  const isHeld = process.env.LIMITS === "on";
  const values: number[] = [];
  for (let i = 0; i < (isHeld ? 5 : 1) && !values.some((each) => each < limit); i++) {
    values.push(Math.round(await attempt()));
  }
  const note = isHeld ? "" : `; not held to ${limit} without LIMITS=on`;
  console.log(`${what}, ms: ${values.join(", ")}${note}`);
  assert.ok(!isHeld || values.some((each) => each < limit));
}

export const drawsFirstRows = (open: Open) => holds("first rows of 10,000 nodes", async () => {
  let drawn = Infinity;
  await open(async (page) => {
    await page.waitForFunction(() => "firstRows" in window);
    drawn = await page.evaluate(() => (window as unknown as { firstRows: number }).firstRows);
  }, { prepare: (page) => page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      if (document.querySelector("tbody tr[aria-rowindex]") === null) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => {
        Object.assign(window, { firstRows: performance.now() });
      }));
    }).observe(document, { childList: true, subtree: true });
  }) });
  return drawn;
}, 1_000);

export async function scrolls(page: Page) {
  await rows(page).first().waitFor();
  await holds("a frame of scrolling 10,000 nodes", async () => {
    const { blank, msPerFrame } = await page.evaluate(scroll);
    assert.equal(blank, 0);
    return msPerFrame;
  }, 20);
  const drawn = await rows(page).count();
  assert.ok(drawn < 120, `${drawn} rows drawn`);
  await page.locator("#nodes").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.locator(`tr[aria-rowindex="10001"]`).waitFor();
}

/** Within the page: more than half of what is in sight for each frame, for two seconds. */
async function scroll() {
  const box = document.getElementById("nodes");
  if (box === null) throw new Error("no table");
  box.scrollTop = 0;
  const { left, top, height } = box.getBoundingClientRect();
  let [blank, frames] = [0, 0];
  const started = performance.now();
  while (performance.now() - started < 2_000) {
    box.scrollTop += 400;
    // What is scrolled to is drawn in the next frame.
    for (let i = 0; i < (frames % 20 === 0 ? 2 : 1); i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames++;
    }
    for (const y of frames % 20 < 2 ? [top + 60, top + height / 2, top + height - 20] : []) {
      const row = document.elementFromPoint(left + 60, y)?.closest("tr");
      if ((row?.getAttribute("aria-rowindex") ?? null) === null) blank++;
    }
  }
  return { blank, msPerFrame: (performance.now() - started) / frames };
}
