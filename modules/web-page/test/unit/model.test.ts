import assert from "node:assert/strict";
import test from "node:test";
import type { Drain, FleetNode, NodeState, Operation } from "../../src/api";
import {
  capacities, deadlineOf, duration, hostOf, isLimit, limitOf, parseDuration, progress, queuedDrainOf,
  rowsInSight, select, situation, size, waitingHosts, whatHappened, type View,
} from "../../src/model";
import { linkTo, parsePlace } from "../../src/place";
import { queue } from "../browser/fleet";

function node(nodeId: string, state: NodeState = "RUNNING", more: Partial<FleetNode> = {}): FleetNode {
  return {
    nodeId, address: null, state, status: null, containers: null, applications: null,
    running: null, capacity: { memoryMb: 8192, vcores: 8 }, healthy: true, lastHeartbeat: null,
    drain: null, progress: null, lastDrain: null, ...more,
  };
}

function drain(secondsLeft: number | null, more: Partial<Drain> = {}): Drain {
  return {
    epoch: 1, startedAt: "2026-01-31T14:00:00Z", timeoutSeconds: 3600, held: false, timeoutSource: "REQUEST",
    deadline: null, secondsLeft, operationId: "op-1", askedBy: "ada", origin: "HTTP",
    reason: null, ...more,
  };
}

const view: View = { states: new Set(), search: "", column: "node", descending: false };
const ids = (nodes: FleetNode[]) => nodes.map((each) => each.nodeId);

test("nodes stand in the order of their numbers", () => {
  assert.deepEqual(ids(select([node("n10:1"), node("n9:1")], view)), ["n9:1", "n10:1"]);
  assert.deepEqual(
    ids(select([node("n10:1"), node("n9:1")], { ...view, descending: true })), ["n10:1", "n9:1"]);
});

test("a drain without a limit comes behind those with one, and before nodes that do not drain", () => {
  const nodes = [
    node("a:1"), node("b:1", "DECOMMISSIONING", { drain: drain(null) }),
    node("c:1", "DECOMMISSIONING", { drain: drain(90) }), node("d:1", "DECOMMISSIONING", { drain: drain(5) }),
  ];
  assert.deepEqual(ids(select(nodes, { ...view, column: "left" })), ["d:1", "c:1", "b:1", "a:1"]);
});

test("nodes that are alike stay in the order of their names in both directions", () => {
  const nodes = [node("b:1"), node("a:1"), node("c:1", "LOST")];
  const by = { ...view, column: "state" as const };
  assert.deepEqual(ids(select(nodes, by)), ["a:1", "b:1", "c:1"]);
  assert.deepEqual(ids(select(nodes, { ...by, descending: true })), ["c:1", "a:1", "b:1"]);
});

test("filter and search hold together", () => {
  const nodes = [
    node("a:1"), node("b:1", "DECOMMISSIONING", { drain: drain(5, { reason: "New <b>disks</b>" }) }),
    node("disks:1"),
  ];
  assert.deepEqual(ids(select(nodes, { ...view, search: " DISKS " })), ["b:1", "disks:1"]);
  assert.deepEqual(
    ids(select(nodes, { ...view, search: "disks", states: new Set(["RUNNING"]) })), ["disks:1"]);
});

test("the situation names who holds most, and the last deadline only if there is one", () => {
  const draining = node("a:1", "DECOMMISSIONING",
    { drain: drain(60, { deadline: "2026-01-31T15:00:00Z" }) });
  const app = { id: "application_1", name: null, user: "alice", queue: null, type: null, progress: null, nodes: 9 };
  const some = situation({ nodes: [node("b:1"), draining], applications: [app], next: null });
  assert.deepEqual(some, { total: 2, serving: 1, draining: 1, lastDeadline: "2026-01-31T15:00:00Z",
    blocker: { id: "application_1", user: "alice", nodes: 9 } });
  const endless = node("c:1", "DECOMMISSIONING", { drain: drain(null) });
  assert.equal(
    situation({ nodes: [draining, endless], applications: [], next: null }).lastDeadline, null);
});

test("parts of an operation add up to its nodes", () => {
  const operation: Operation = {
    id: "op-1", type: "GRACEFUL", at: "", actor: "", reason: null, complete: false, forecast: null,
    nodes: { total: 5, pending: 0, draining: 4, ended: 1, outcomes: {} },
  };
  const own = (id: string, status: FleetNode["status"]) =>
    node(id, "DECOMMISSIONING", { drain: drain(5), status });
  const nodes = [own("a:1", "WAIT_APP"), own("b:1", "WAIT_CONTAINER"), own("c:1", "WAIT_CONTAINER"),
    own("d:1", null), node("e:1", "DECOMMISSIONING", { drain: drain(5, { operationId: "op-2" }) })];
  assert.deepEqual(progress(operation, nodes),
    { ended: 1, applications: 1, containers: 2, pending: 1, total: 5 });
});

test("capacity is in service, leaving, or gone", () => {
  const sums = capacities([node("a:1"), node("b:1", "DECOMMISSIONING"), node("c:1", "LOST"),
    node("d:1", "RUNNING", { capacity: null })]);
  assert.deepEqual([sums.serving.vcores, sums.leaving.vcores, sums.gone.vcores], [8, 8, 8]);
  assert.equal(size(sums.serving), "8 GiB · 8 vcores");
});

test("rows in sight cover the window at both ends of the table", () => {
  assert.deepEqual(rowsInSight(10_000, 30, 0, 600), { first: 0, end: 26 });
  assert.deepEqual(rowsInSight(10_000, 30, 299_400, 600), { first: 9974, end: 10_000 });
  assert.deepEqual(rowsInSight(3, 30, 9_000, 600), { first: 0, end: 3 });
});

test("durations are written and read", () => {
  assert.deepEqual([0, 59.9, 65, 7800, 273_600].map(duration),
    ["0s", "59s", "1m 05s", "2h 10m", "3d 4h"]);
  assert.deepEqual(["90s", "30m", "1h30m", "2d", "45", "", "-1", "1x", "m"].map(parseDuration),
    [90, 1800, 5400, 172_800, 45, null, null, null, null]);
});

test("a host is its node without the port", () => {
  assert.equal(hostOf("nm1.example.com:45454"), "nm1.example.com");
});

test("a link leads back to the same place, whatever a name holds", () => {
  const place = { node: "a&at=b#<img>:1", operation: null, queue: "q-1",
    at: "2026-01-31T14:00:00Z" };
  assert.deepEqual(parsePlace(linkTo(place)), place);
});

test("an event is told without the time and the node, and otherwise whole", () => {
  assert.equal(whatHappened("2026-11-27T16:18:47.1Z  h1:1  LOST  no heartbeat"), "LOST  no heartbeat");
  assert.equal(whatHappened("no heartbeat"), "no heartbeat");
});

test("a deadline follows from the start of a drain", () => {
  assert.equal(deadlineOf(drain(90), 90), "2026-01-31T14:01:30.000Z");
  assert.equal(deadlineOf(drain(90), -1), null);
});

test("a limit is a number of hosts, or a share of at least one", () => {
  for (const text of ["1", "20", "1%", "100%"]) assert.ok(isLimit(text), text);
  for (const text of ["0", "0%", "101%", "-1", "ten", "1.5", ""]) assert.ok(!isLimit(text), text);
  assert.deepEqual([limitOf("20", 7), limitOf("10%", 40), limitOf("10%", 7)], [20, 4, 1]);
});

test("a node waits under its name or its address", () => {
  const waiting = waitingHosts(queue(["node1", "10.0.0.2"]));
  const isQueued = (nodeId: string, address: string | null) =>
    queuedDrainOf(waiting, node(nodeId, "RUNNING", { address })) !== null;
  assert.deepEqual(
    [isQueued("node1:1", null), isQueued("node2:1", "10.0.0.2"), isQueued("node3:1", null)],
    [true, true, false]);
});
