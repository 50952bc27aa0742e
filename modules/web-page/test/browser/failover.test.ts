/** The page of a standby, EBB_URL, while the leader is killed: the process EBB_LEADER_PID. */
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { missing, pageAt, rows, sentence, SHOTS } from "./browser";

const STANDBY = process.env.EBB_URL ?? "";
const LEADER = Number(process.env.EBB_LEADER_PID ?? "0");

describe("the page of a standby", { skip: LEADER === 0 || missing(STANDBY) }, () => {
  const open = pageAt(() => STANDBY);

  test("says that no answers come when the leader is killed, and goes on with the next one", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      const nodes = await rows(page).count();
      assert.ok(nodes > 0);
      process.kill(LEADER, "SIGKILL");
      const alert = page.getByRole("alert").filter({ hasText: "No update for" });
      await alert.waitFor({ timeout: 60_000 });
      assert.equal(await rows(page).count(), nodes);
      await page.screenshot({ path: `${SHOTS}/failover.png` });
      await alert.waitFor({ state: "detached", timeout: 240_000 });
      assert.equal(await rows(page).count(), nodes);
    }, { expected: /Failed to load resource/ });
  });
});
