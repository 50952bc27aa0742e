import assert from "node:assert/strict";
import test from "node:test";
import type { Account, Drain, FleetNode, NodeEvent } from "../../src/api";
import { courseOf, drainOf, newestDrain, type DrainSpans } from "../../src/timeline";

const START = new Date("2026-01-31T14:00:00Z").getTime();
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const minutes = (millis: number) => (millis - START) / 60_000;
const account = (unreported: number, containers = 0, applications = 0): Account => ({
  noReportMillis: unreported * 60_000, waitContainerMillis: containers * 60_000,
  waitAppMillis: applications * 60_000, unobservedMillis: 0, heldMillis: 0,
});
const spans = (drain: DrainSpans | null) => drain?.spans.map((span) =>
  `${span.phase} ${minutes(span.from)}-${minutes(span.to)}`);

let sequence = 0;
function event(name: string, minute: number, more: Partial<NodeEvent> = {}): NodeEvent {
  return { nodeId: "a:1", sequence: sequence++, at: at(minute), event: `node.${name}`, actor: "ada",
    reason: null, operationId: "op-1", instance: "rm1", summary: "", state: "DECOMMISSIONING",
    ...more };
}

const drain: Drain = { epoch: 1, startedAt: at(0), timeoutSeconds: 3600, held: false, timeoutSource: "REQUEST",
  deadline: at(60), secondsLeft: 60, operationId: "op-1", askedBy: "ada", origin: "HTTP", reason: null };

function node(more: Partial<FleetNode> = {}): FleetNode {
  return { nodeId: "a:1", address: null, state: "DECOMMISSIONING", status: "WAIT_APP", containers: 0,
    applications: ["application_1"], running: null, capacity: null, healthy: true,
    lastHeartbeat: null, drain, progress: null, lastDrain: null, ...more };
}

const started = event("decommissioning-started", 1, { startedAt: at(0), timeoutSeconds: 3600 });
const progressed = event("decommissioning-progressed", 10, { account: account(2, 8) });

test("a drain is told by its records, and since the last one by what the node waits for", () => {
  const told = newestDrain([started, progressed], node(), START + 30 * 60_000);
  assert.deepEqual(spans(told), ["unreported 0-2", "containers 2-10", "applications 10-30"]);
  assert.equal(minutes(told?.deadline ?? 0), 60);
});

test("a deadline that moved and an instance that took over are marked", () => {
  const moved = event("timeout-changed", 12, { timeoutSeconds: 7200, instance: "rm2" });
  const told = newestDrain([started, progressed, moved], node(), START + 30 * 60_000);
  assert.deepEqual(told?.marks.map((mark) => [mark.kind, minutes(mark.at)]),
    [["deadline", 1], ["instance", 12], ["deadline", 12]]);
  assert.equal(minutes(told.deadline ?? 0), 120);
});

test("a drain ends with the event that ends it, whatever comes after", () => {
  const ended = event("decommissioned", 20,
    { state: "DECOMMISSIONED", cause: "TIMEOUT", account: account(2, 8, 10) });
  const told = newestDrain([started, progressed, ended, event("registered", 40, { state: "RUNNING" })],
    node({ drain: null, state: "RUNNING" }), START + 90 * 60_000,
    [{ at: at(15), instance: "rm2" }, { at: at(25), instance: "rm3" }]);
  assert.deepEqual(spans(told), ["unreported 0-2", "containers 2-10", "applications 10-20"]);
  assert.deepEqual(told?.marks.filter((mark) => mark.kind === "leader"),
    [{ kind: "leader", at: START + 15 * 60_000, instance: "rm2" }]);
  assert.equal(told.outcome, "TIMEOUT");
});

test("time that no record accounts for was not observed, and none counts twice", () => {
  const ended = event("decommissioned", 20,
    { state: "DECOMMISSIONED", cause: "FORCED", account: account(2, 8) });
  assert.deepEqual(spans(newestDrain([started, progressed, ended], node({ drain: null }), START)),
    ["unreported 0-2", "containers 2-10", "unobserved 10-20"]);
  const back = event("decommissioned", 20, { state: "LOST", account: account(2, 30) });
  assert.deepEqual(spans(newestDrain([started, progressed, back], node({ drain: null }), START)),
    ["unreported 0-2", "containers 2-20"]);
});

test("only the newest drain of a history is told, and none where there is none", () => {
  const earlier = [started, event("recommissioned", 5, { state: "RUNNING", account: account(5) })];
  const later = event("decommissioning-started", 50, { startedAt: at(50), timeoutSeconds: null });
  const told = newestDrain([...earlier, later], node({ containers: null }), START + 55 * 60_000);
  assert.deepEqual(spans(told), ["unreported 50-55"]);
  assert.equal(told?.deadline, null);
  assert.equal(newestDrain([event("registered", 0)], node(), START), null);
});

test("an operation has the drains that it began, also those that have ended", () => {
  const now = START + 30 * 60_000;
  const recorded = node({ progress: { at: at(10), account: account(2, 8) } });
  assert.deepEqual(spans(drainOf(recorded, "op-1", now)),
    ["unreported 0-2", "containers 2-10", "applications 10-30"]);
  const asked = { at: at(0), actor: "ada", reason: null, operationId: "op-1" };
  const left = node({ drain: null, lastDrain: { outcome: "READY", at: at(15), startedAt: at(0),
    askedBy: asked, account: account(1, 14), seconds: 900, by: "ada", reason: null, containers: 0,
    applications: 0 } });
  assert.deepEqual(spans(drainOf(left, "op-1", now)), ["unreported 0-1", "containers 1-15"]);
  assert.equal(drainOf(left, "op-2", now), null);
  assert.equal(drainOf(node({ drain: null }), "op-1", now), null);
});

test("the course of an operation counts each drain once at each instant, from its start on", () => {
  const span = (phase: "containers" | "applications", from: number, to: number) => ({ phase, from, to });
  const drains: DrainSpans[] = [
    { from: 0, to: 20, recorded: 20, outcome: "READY", spans: [span("containers", 0, 20)] },
    { from: 10, to: 40, recorded: 10, outcome: null,
      spans: [span("containers", 10, 30), span("applications", 30, 40)] },
  ];
  const { from, to, steps } = courseOf(drains, 5);
  assert.deepEqual([from, to], [0, 40]);
  assert.deepEqual(steps.map(({ phases, ended }) => [phases.containers, phases.applications, ended]),
    [[1, 0, 0], [2, 0, 0], [1, 0, 1], [0, 1, 1], [0, 1, 1]]);
});

test("the course of ten thousand drains is worked out within a moment", () => {
  const drains = Array.from({ length: 10_000 }, (_, i): DrainSpans => ({ from: i, to: 20_000 + i,
    recorded: 0, outcome: i % 2 === 0 ? "READY" : null,
    spans: [{ phase: "containers", from: i, to: 20_000 + i }] }));
  const started = performance.now();
  assert.equal(courseOf(drains, 97).steps.at(-1)?.ended, 5_000);
  assert.ok(performance.now() - started < 500);
});
