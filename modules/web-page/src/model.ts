/** What the page works out from answers of the API; no DOM in here. */
import type { Capacity, Drain, FleetNode, NodeState, Nodes, Operation, Queue, QueuedDrain } from "./api";

export const STATES: readonly NodeState[] = [
  "RUNNING", "DECOMMISSIONING", "DECOMMISSIONED", "UNHEALTHY", "LOST", "REBOOTED", "SHUTDOWN", "NEW",
];

export function countStates(nodes: readonly FleetNode[]): Map<NodeState, number> {
  const counts = new Map<NodeState, number>();
  for (const node of nodes) counts.set(node.state, (counts.get(node.state) ?? 0) + 1);
  return counts;
}

export interface Capacities { serving: Capacity; leaving: Capacity; gone: Capacity }

export function capacities(nodes: readonly FleetNode[]): Capacities {
  const sums: Capacities = {
    serving: { memoryMb: 0, vcores: 0 },
    leaving: { memoryMb: 0, vcores: 0 },
    gone: { memoryMb: 0, vcores: 0 },
  };
  for (const { state, capacity } of nodes) {
    if (capacity === null) continue;
    const sum =
      state === "RUNNING" ? sums.serving : state === "DECOMMISSIONING" ? sums.leaving : sums.gone;
    sum.memoryMb += capacity.memoryMb;
    sum.vcores += capacity.vcores;
  }
  return sums;
}

export interface Situation {
  total: number;
  serving: number;
  draining: number;
  /** The application that holds the most nodes. */
  blocker: { id: string; user: string | null; nodes: number } | null;
  /** Null if a drain has none. */
  lastDeadline: string | null;
}

export function situation({ nodes, applications }: Nodes): Situation {
  const draining = nodes.filter((node) => node.drain !== null);
  const first = applications[0];
  return {
    total: nodes.length,
    serving: nodes.filter((node) => node.state === "RUNNING").length,
    draining: draining.length,
    blocker: first === undefined ? null : { id: first.id, user: first.user, nodes: first.nodes },
    lastDeadline: lastDeadline(draining),
  };
}

/** Of nodes that drain; null if one may take as long as it likes. */
export function lastDeadline(draining: readonly FleetNode[]): string | null {
  const deadlines = draining.map((node) => node.drain?.deadline ?? null);
  return deadlines.includes(null) ? null : (deadlines.sort().at(-1) ?? null);
}

export interface Progress {
  ended: number;
  applications: number;
  containers: number;
  pending: number;
  total: number;
}

/** Of each operation, by what its drains wait for. A drain without a status counts as pending. */
export function progress(operation: Operation, nodes: readonly FleetNode[]): Progress {
  const own = nodes.filter((node) => node.drain?.operationId === operation.id);
  const applications = own.filter((node) => node.status === "WAIT_APP").length;
  const containers = own.filter((node) => node.status === "WAIT_CONTAINER").length;
  const { total, ended } = operation.nodes;
  const pending = Math.max(0, total - ended - applications - containers);
  return { ended, applications, containers, pending, total };
}

export type Column = "node" | "state" | "waits" | "left" | "running" | "by";
export interface View {
  states: ReadonlySet<NodeState>;
  search: string;
  column: Column;
  descending: boolean;
}

const collator = new Intl.Collator("en");
const waits = (node: FleetNode) => (node.containers ?? 0) + (node.applications?.length ?? 0);
const left = (node: FleetNode) =>
  node.drain === null ? Infinity : (node.drain.secondsLeft ?? Number.MAX_VALUE);

const ORDERS: Record<Column, (a: FleetNode, b: FleetNode) => number> = {
  node: () => 0,
  state: (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state),
  waits: (a, b) => waits(a) - waits(b),
  left: (a, b) => (left(a) === left(b) ? 0 : left(a) - left(b)),
  running: (a, b) => (a.running?.containers ?? -1) - (b.running?.containers ?? -1),
  by: (a, b) => collator.compare(a.drain?.askedBy ?? "\uffff", b.drain?.askedBy ?? "\uffff"),
};

/** For the order of names by their numbers; an Intl.Collator takes ten times as long. */
const inOrder = (nodeId: string) => nodeId.replace(/\d+/g, (digits) => digits.padStart(10, "0"));

/** Nodes that are alike in a column stand in the order of their names, whatever the direction. */
export function select(nodes: readonly FleetNode[], view: View): FleetNode[] {
  const text = view.search.trim().toLowerCase();
  const found = nodes.filter(
    (node) =>
      (view.states.size === 0 || view.states.has(node.state)) &&
      (text === "" || searched(node).some((each) => each.toLowerCase().includes(text))),
  ).map((node) => ({ node, name: inOrder(node.nodeId) }));
  const order = ORDERS[view.column];
  const direction = view.descending ? -1 : 1;
  const nameDirection = view.column === "node" ? direction : 1;
  return found.sort((a, b) => direction * order(a.node, b.node)
    || (a.name < b.name ? -nameDirection : nameDirection)).map(({ node }) => node);
}

function searched(node: FleetNode): string[] {
  return [
    node.nodeId, node.address ?? "", node.drain?.askedBy ?? "", node.drain?.reason ?? "",
    ...(node.applications ?? []),
  ];
}

/** The deadline of a drain with another timeout from its start; null for none. */
export const deadlineOf = ({ startedAt }: Drain, seconds: number) => seconds < 0 ? null
  : new Date(new Date(startedAt).getTime() + seconds * 1000).toISOString();

/** Of the queue, by host. */
export const waitingHosts = (queue: Queue | null): ReadonlyMap<string, QueuedDrain> => new Map(
  queue?.drains.flatMap((drain) => drain.waiting.map(({ host }) => [host, drain])));

/** The queue may name a node by its address. */
export const queuedDrainOf = (waiting: ReadonlyMap<string, QueuedDrain>, node: FleetNode) =>
  waiting.get(hostOf(node.nodeId)) ?? waiting.get(node.address ?? "") ?? null;

export const isLimit = (text: string) => /^([1-9]\d{0,6}|([1-9]\d?|100)%)$/.test(text);

/** How many hosts may drain at the same time, of so many in service. */
export const limitOf = (text: string, hosts: number) => text.endsWith("%")
  ? Math.max(1, Math.floor(hosts * parseInt(text) / 100)) : Number(text);

/** A line of the history is of a time and a node, which the panel shows already. */
export const whatHappened = (summary: string) => summary.replace(/^\S+Z {2}\S+ {2}/, "");

export const hostOf = (nodeId: string) => nodeId.replace(/:\d+$/, "");

/** The rows of a table of equal rows that have to be there, with some beyond what can be seen. */
export function rowsInSight(count: number, row: number, top: number, height: number, spare = 6) {
  const first = Math.max(0, Math.min(count, Math.floor(top / row)) - spare);
  return { first, end: Math.min(count, Math.ceil((top + height) / row) + spare) };
}

/** As in 45s, 4m 05s, 2h 10m, 3d 4h. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${two(whole % 60)}s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)}h ${two(Math.floor(whole / 60) % 60)}m`;
  return `${Math.floor(whole / 86_400)}d ${Math.floor(whole / 3600) % 24}h`;
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Of what the command takes, as 90s, 30m, 1h30m, and a plain number of seconds; null if neither. */
export function parseDuration(text: string): number | null {
  const whole = text.trim().toLowerCase();
  if (/^\d{1,9}$/.test(whole)) return Number(whole);
  if (!/^(\d{1,9}[smhd]\s*)+$/.test(whole)) return null;
  let sum = 0;
  for (const [, count, unit] of whole.matchAll(/(\d+)([smhd])/g)) {
    sum += Number(count) * (UNITS[unit ?? ""] ?? 0);
  }
  return sum;
}

export function size({ memoryMb, vcores }: Capacity): string {
  const gib = memoryMb / 1024;
  const memory = gib >= 10_240 ? `${(gib / 1024).toFixed(1)} TiB` : `${Math.round(gib)} GiB`;
  return `${memory} · ${vcores} vcores`;
}
