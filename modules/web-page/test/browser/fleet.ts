/** A fleet of any size, as the API tells of it. */
import type { FleetNode, NodeEvent, Nodes, Operation, Queue } from "../../src/api";

const START = Date.now() - 30 * 60_000;
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const account = (waitContainerMillis: number, waitAppMillis: number) =>
  ({ noReportMillis: 3_000, waitContainerMillis, waitAppMillis, unobservedMillis: 0, heldMillis: 0 });
const RECORDED = { at: at(10), account: account(10 * 60_000 - 3_000, 0) };

/** Of nine nodes one drains, and one has drained. */
export function fleet(count: number, text = "kernel"): Nodes {
  const nodes = Array.from({ length: count }, (_, i): FleetNode => {
    const [drains, left] = [i % 9 === 0, i % 9 === 1];
    const asked = { at: at(0), actor: text, reason: text, operationId: "op-1" };
    return {
      nodeId: `node${i}.example.com:45454`, address: null,
      state: drains ? "DECOMMISSIONING" : left ? "DECOMMISSIONED" : "RUNNING",
      status: drains ? "WAIT_APP" : null, containers: drains ? 0 : null,
      applications: drains ? ["application_1_0001"] : null,
      running: left ? null : { containers: i % 7, applicationMasters: 0 },
      capacity: { memoryMb: 8192, vcores: 8 }, healthy: true, lastHeartbeat: null,
      drain: drains ? {
        epoch: 1, startedAt: at(0), timeoutSeconds: 3600, held: false, timeoutSource: "REQUEST",
        deadline: at(60), secondsLeft: 600 + i, operationId: "op-1", askedBy: text,
        origin: "HTTP", reason: text,
      } : null,
      progress: drains && i % 2 === 0 ? RECORDED : null,
      lastDrain: left ? { outcome: "READY", at: at(12 + (i % 17)), startedAt: at(0), askedBy: asked,
        account: account(5 * 60_000, (7 + (i % 17)) * 60_000 - 3_000), seconds: 900, by: text,
        reason: text, containers: 0, applications: 0 } : null,
    };
  });
  const application = { id: "application_1_0001", name: text, user: text, queue: text,
    type: null, progress: 5, nodes: Math.ceil(count / 9) };
  return { nodes, applications: [application], next: null };
}

export function operation(text: string): Operation {
  return { id: "op-1", type: "GRACEFUL", at: at(0), actor: text, reason: text,
    nodes: { total: 2, pending: 0, draining: 1, ended: 1, outcomes: { READY: 1 } },
    complete: false, forecast: null };
}

/** With one drain of these hosts; none without hosts. */
export function queue(hosts: string[], text = "kernel"): Queue {
  const waiting = hosts.map((host) => ({ host, timeoutSecs: null }));
  return { id: null, draining: 1, inService: 40, problem: null, drains: hosts.length === 0 ? [] : [
    { id: "q-1", at: at(0), actor: text, reason: text, maxParallel: "1", notBefore: null,
      until: null, keepCapacity: null, byRack: false, window: null, phase: "FULL", why: null, total: 3, waiting }] };
}

/** Of a drain that got another deadline, and another instance. */
export function history(text: string): NodeEvent[] {
  const event = (sequence: number, name: string, minute: number, more: Partial<NodeEvent>) => ({
    nodeId: "node0.example.com:45454", sequence, at: at(minute), event: `node.${name}`, actor: text,
    reason: text, operationId: "op-1", instance: "rm1", state: "DECOMMISSIONING" as const,
    summary: text, ...more });
  return [
    event(1, "decommissioning-started", 0, { startedAt: at(0), timeoutSeconds: 1800 }),
    event(2, "decommissioning-progressed", 10, { account: RECORDED.account }),
    event(3, "timeout-changed", 15, { timeoutSeconds: 3600, instance: "rm2" }),
  ];
}
