/** The page in a real Chromium, where a stand-in for an instance says what the test needs. */
import assert from "node:assert/strict";
import test, { after, before, beforeEach, describe } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "playwright-core";
import { missing, pageAt, rows, sentence, SHOTS, violations } from "./browser";
import { fleet, history, operation, queue } from "./fleet";
import { drawsFirstRows, scrolls } from "./large";
import { StandIn } from "./stand-in";

/** An hour as the page would ask every five seconds. */
const HOUR = { events: 3_600, news: 120 };
/** Of the page's time, in milliseconds. */
const STEP = 20;

const ADA = {
  name: "ada", role: "ADMIN", permissions: ["DRAIN", "RECOMMISSION", "TIMEOUT", "FORCE", "LEAVE"],
  scope: null, method: "TOKEN", verified: true,
};

describe("the page", { skip: missing("stand-in") }, () => {
  const server = new StandIn();
  const open = pageAt(() => server.url);
  before(() => server.start());
  after(() => server.stop());

  function show(count: number, text = "kernel") {
    server.say("/whoami", ADA);
    server.say("/nodes", fleet(count, text));
    server.say("/operations", { operations: [operation(text)], next: null });
    server.say("/queue", queue([]));
  }
  beforeEach(() => {
    server.mendStream();
    server.until = Promise.resolve();
    show(40);
  });
  /** From here on, time passes for the page only when {@link run} lets it. */
  const pause = async (page: Page) =>
    page.clock.pauseAt(await page.evaluate(() => Date.now()) + 1_000);

  /** Lets time pass for the page until it is done; false if that takes too many milliseconds. */
  async function run(page: Page, limit: number, isDone: () => Promise<boolean>) {
    for (let passed = 0; passed < limit; passed += STEP) {
      if (await isDone()) return true;
      await page.clock.runFor(STEP);
      // Real time, which the server and the network take.
      await setTimeout(STEP);
    }
    return isDone();
  }

  const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

  test("shows what an event tells of at once, and goes on after the last one", async () => {
    await open(async (page) => {
      await sentence(page).filter({ hasText: "5 of 40 nodes" }).waitFor();
      await page.waitForResponse(/nodes$/);
      await pause(page);
      show(50);
      server.tell();
      // Less than the time between two polls: only an event can make the page ask.
      assert.ok(await run(page, 2_500, async () =>
        await sentence(page).filter({ hasText: "6 of 50 nodes" }).count() > 0));
      await page.clock.resume();
      server.positions.length = 0;
      server.breakStream();
      server.mendStream();
      await page.waitForResponse(/events$/);
      assert.deepEqual(server.positions, ["8"]);
    }, { expected: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION/,
      prepare: (page) => page.clock.install() });
  });

  test("says so when no events arrive, and still asks", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      server.breakStream();
      await alert(page, "No events arrive: the journal rests").waitFor();
      await page.screenshot({ path: `${SHOTS}/silence.png` });
      assert.deepEqual(await violations(page), []);
      show(50);
      await sentence(page).filter({ hasText: "6 of 50 nodes" }).waitFor();
      server.mendStream();
      await alert(page, "No events arrive").waitFor({ state: "detached" });
    }, { expected: /status of 503|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION/ });
  });

  test("says how old it is when no answers come, and goes on when they do", async () => {
    await open(async (page) => {
      await sentence(page).waitFor();
      server.say("/nodes", { code: "leader-unavailable", detail: "no leader" }, 503);
      await alert(page, "No update for").filter({ hasText: "no leader" }).waitFor();
      assert.ok(await rows(page).count() > 0, "what is known stays");
      await page.screenshot({ path: `${SHOTS}/stale.png` });
      show(40);
      await alert(page, "No update for").waitFor({ state: "detached" });
    }, { expected: /status of 503/ });
  });

  test("asks again within ten seconds of an answer that was slow", async () => {
    let answer = () => {};
    server.until = new Promise((resolve) => { answer = resolve; });
    await open(async (page) => {
      await pause(page);
      await page.clock.runFor(8_000);
      answer();
      assert.ok(await run(page, 1_000, async () => await sentence(page).count() > 0));
      const asked = page.waitForRequest(/nodes$/);
      await page.clock.runFor(11_000);
      await asked;
    }, { prepare: (page) => page.clock.install() });
  });

  test("asks for a token, says that a wrong one is wrong, and sends the right one everywhere", async () => {
    server.token = "right";
    try {
      await open(async (page) => {
        await page.getByLabel("Token").fill("wrong");
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByText("Not accepted: nobody knows it").waitFor();
        assert.deepEqual(await violations(page), []);
        await page.screenshot({ path: `${SHOTS}/token.png` });
        await page.getByLabel("Token").fill("right");
        const events = page.waitForResponse((each) => /events$/.test(each.url()) && each.ok());
        await page.getByRole("button", { name: "Continue" }).click();
        await sentence(page).waitFor();
        await events;
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByLabel("Token").waitFor();
      }, { expected: /status of 401/ });
    } finally {
      server.token = null;
    }
  });

  test("offers a reader no button that it may not press", async () => {
    server.say("/whoami", { ...ADA, name: "eve", role: "READER", permissions: [] });
    await open(async (page) => {
      await page.getByText("eve · read-only").waitFor();
      await page.locator(".panel span.state").waitFor();
      assert.equal(await page.getByRole("checkbox").count(), 0);
      assert.equal(await page.locator(".panel .buttons").count(), 0);
    }, { hash: "#node=node0.example.com%3A45454", expected: /status of 404/ });
  });

  test("offers the buttons of a role, and no others", async () => {
    server.say("/whoami", { ...ADA, name: "eve", role: "gpu-team", permissions: ["DRAIN", "TIMEOUT"],
      scope: "label=gpu" });
    await open(async (page) => {
      await page.getByText("eve (label=gpu)").waitFor();
      await page.getByRole("checkbox").first().check();
      const buttons = page.locator(".tools .buttons");
      await buttons.getByRole("button", { name: "Drain" }).waitFor();
      assert.equal(await buttons.locator(".danger").count(), 0);
      assert.equal(await buttons.getByRole("button", { name: "Recommission" }).count(), 0);
    });
  });

  test("shows hostile names as they are", async () => {
    const evil = `"><img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
    show(3, evil);
    server.say("/nodes/node0.example.com%3A45454/history", { events: history(evil) });
    server.say("/queue", { ...queue([evil], evil), problem: evil });
    await open(async (page) => {
      await sentence(page).filter({ hasText: "<img" }).waitFor();
      await page.locator(".operations").getByText("<img").first().waitFor();
      await page.locator(".fleet .warn").getByText("<img").waitFor();
      await page.locator(".panel .history").getByText("<img").first().waitFor();
      assert.equal(await page.locator("img").count(), 0);
      assert.equal(await page.title(), "Ebb");
    }, { hash: "#node=node0.example.com%3A45454", expected: /status of 404/ });
  });

  test("changes nothing in the queue if other hosts wait than it showed", async () => {
    server.say("/queue", queue(["node2.example.com", "node3.example.com"]));
    await open(async (page) => {
      const dialog = page.locator("dialog");
      await page.locator(".panel").getByRole("button", { name: "Leave in service" }).click();
      await dialog.getByText("2 hosts leave the queue without draining:").waitFor();
      await dialog.getByLabel("Reason").fill("too late");
      server.say("/queue", queue(["node3.example.com"]));
      await dialog.locator("button[type=submit]").click();
      await dialog.getByText("Nothing was changed. other hosts are waiting now").waitFor();
      await dialog.getByRole("button", { name: "Plan again" }).click();
      await dialog.getByText("1 host leaves the queue without draining:").waitFor();
      assert.equal(server.asked.get("/queue/q-1"), undefined);
    }, { hash: "#queue=q-1" });
  });

  test("keeps the colours that were chosen, and has them before anything is drawn", async () => {
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(20, 25, 28)"];
    const ground = (page: Page, colour: string | undefined) => page.waitForFunction((wanted) =>
      getComputedStyle(document.body).backgroundColor === wanted, colour);
    await open(async (page) => {
      await sentence(page).waitFor();
      await ground(page, light);
      await page.getByLabel("Colours").selectOption("Dark");
      await ground(page, dark);
      await page.route("**/main-*.js", () => {
        // Never answered: what there is now was there before the page.
      });
      await page.reload({ waitUntil: "commit" });
      await page.locator("#page").waitFor({ state: "attached" });
      await ground(page, dark);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.reload();
      await page.getByLabel("Colours").selectOption("System");
      await page.emulateMedia({ colorScheme: "light" });
      await ground(page, light);
      await page.emulateMedia({ colorScheme: "dark" });
      await ground(page, dark);
    }, { colorScheme: "light" });
  });

  test("draws a drain and an operation over time, and tells both in words", async () => {
    show(400);
    const { nodes } = fleet(400);
    server.say("/nodes/node0.example.com%3A45454/history", { events: history("kernel") });
    const forecast = { summary: "", percent: 80, checked: 287, right: 236,
      earliest: "2026-01-31T18:04:10Z", latest: "2026-01-31T19:21:45Z" };
    server.say("/operations", { operations: [{ ...operation("kernel"), forecast }], next: null });
    server.say("/operations/op-1", { ...operation("kernel"), applications: [], forecast, decisions:
      nodes.flatMap(({ nodeId, drain, lastDrain, state, status, containers, applications }) =>
        drain === null && lastDrain === null ? [] : [{ nodeId, action: "START", timeoutSeconds: 3600,
          timeoutSource: "REQUEST", rule: "", before: "RUNNING", state, drain, status, containers,
          applications, outcome: lastDrain?.outcome ?? null }]) });
    server.say("/nodes/node0.example.com%3A45454/why", { summary: "", node: nodes[0], forecast: null,
      failovers: [{ at: new Date(Date.now() - 60_000).toISOString(), instance: "rm3" }],
      ended: null, applications: [], timeouts: [] });
    await open(async (page) => {
      await page.locator(".operations .forecast", { hasText: "Probably ends between" }).waitFor();
      const drawing = page.getByRole("img",
        { name: /^no report 3s, waiting for containers 9m 57s, waiting for applications \d+m/ });
      await drawing.first().waitFor();
      assert.equal(await drawing.first().locator("line.instance").count(), 2);
      await page.locator(".panel details").getByText("As a table").click();
      await page.getByText("rm2 took over the node").waitFor();
      await page.getByText("rm3 became the leader").waitFor();
      assert.deepEqual(await violations(page), []);
      await page.screenshot({ path: `${SHOTS}/timeline-node.png` });
      await page.locator(".panel dd a").click();
      await page.getByText("Progress of 90 drains").waitFor();
      await page.getByText("Of 287 such forecasts in the past, 236 were right.").waitFor();
      assert.equal(await page.locator("svg.course polygon").count(), 4);
      assert.equal(await page.locator("td svg.spans").count(), 90);
      await page.screenshot({ path: `${SHOTS}/timeline-operation.png` });
      await page.locator(".panel details").getByText("As a table").click();
      await page.getByRole("columnheader", { name: "done" }).waitFor();
      assert.deepEqual(await violations(page), []);
    }, { hash: "#node=node0.example.com%3A45454", expected: /status of 404/ });
  });

  describe("with ten thousand nodes", () => {
    beforeEach(() => show(10_000));

    test("has drawn the first rows within a second", () => drawsFirstRows(open));

    test("scrolls fifty frames a second, and without a blank row", () => open(scrolls));

    test("keeps its memory over the events of an hour", async () => {
      await open(async (page) => {
        const session = await page.context().newCDPSession(page);
        const underWay = new Set<Request>();
        page.on("request", (each) => {
          if (!each.url().endsWith("/events")) underWay.add(each);
        });
        page.on("requestfinished", (each) => underWay.delete(each));
        page.on("requestfailed", (each) => underWay.delete(each));
        const asked = () => server.asked.get("/nodes") ?? 0;
        /** No time passes for the page while an answer is on its way: it would call it late, and say
            so in a banner, whose remains are memory. */
        const pass = async () => {
          while (underWay.size > 0) await setTimeout(STEP);
          await page.clock.runFor(100);
        };
        const news = async (times: number) => {
          for (let i = 0; i < times; i++) {
            const before = asked();
            server.tell(HOUR.events / HOUR.news);
            while (asked() === before) await pass();
          }
        };
        let count = 10_000;
        const used = async () => {
          show(++count);
          server.tell();
          const shown = sentence(page).filter({ hasText: `of ${count.toLocaleString("en")} nodes` });
          while (await shown.count() === 0) await pass();
          // An event that arrived late makes the page ask again, and an answer on its way is memory.
          for (let last = asked(), rest = 0; rest < 15; rest++) {
            await pass();
            if (asked() !== last) rest = 0;
            last = asked();
          }
          const least = { mib: Infinity, nodes: Infinity };
          for (let i = 0; i < 5; i++) {
            await pass();
            await session.send("HeapProfiler.collectGarbage");
            const { usedSize } = await session.send("Runtime.getHeapUsage");
            const { nodes } = await session.send("Memory.getDOMCounters");
            least.mib = Math.min(least.mib, usedSize / 2 ** 20);
            least.nodes = Math.min(least.nodes, nodes);
          }
          return least;
        };
        await rows(page).first().waitFor();
        await pause(page);
        await news(20);
        const early = await used();
        await news(HOUR.news);
        const late = await used();
        const both = JSON.stringify({ early, late });
        console.log("memory before and after the events of an hour:", both);
        assert.ok(late.mib < early.mib * 1.1 + 1, `the heap grows: ${both}`);
        assert.ok(late.nodes < early.nodes * 1.1 + 100, `the document grows: ${both}`);
      }, { prepare: (page) => page.clock.install() });
    });
  });
});
