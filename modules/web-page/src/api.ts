/** The admin API, as far as the page uses it; openapi.json describes it. */

export type NodeState =
  | "NEW" | "RUNNING" | "UNHEALTHY" | "DECOMMISSIONING" | "DECOMMISSIONED" | "LOST" | "REBOOTED"
  | "SHUTDOWN";
export type DrainStatus = "WAIT_CONTAINER" | "WAIT_APP" | "TIMEOUT" | "READY";
export interface Capacity { memoryMb: number; vcores: number }
export interface Drain {
  epoch: number;
  startedAt: string;
  timeoutSeconds: number | null;
  held: boolean;
  timeoutSource: string;
  deadline: string | null;
  secondsLeft: number | null;
  operationId: string | null;
  askedBy: string;
  origin: string;
  reason: string | null;
}
/** Where the time of a drain went. */
export interface Account {
  waitContainerMillis: number;
  waitAppMillis: number;
  noReportMillis: number;
  unobservedMillis: number;
  heldMillis: number;
}
export interface LastDrain {
  outcome: string;
  at: string;
  startedAt: string | null;
  askedBy: Actor | null;
  account: Account | null;
  seconds: number | null;
  by: string;
  reason: string | null;
  containers: number | null;
  applications: number | null;
}
export interface FleetNode {
  nodeId: string;
  address: string | null;
  state: NodeState;
  status: DrainStatus | null;
  containers: number | null;
  applications: string[] | null;
  running: { containers: number; applicationMasters: number } | null;
  capacity: Capacity | null;
  healthy: boolean;
  lastHeartbeat: string | null;
  drain: Drain | null;
  progress: { at: string; account: Account } | null;
  lastDrain: LastDrain | null;
}
export interface Application {
  id: string;
  name: string | null;
  user: string | null;
  queue: string | null;
  type: string | null;
  progress: number | null;
  nodes: number;
}
export interface Nodes { nodes: FleetNode[]; applications: Application[]; next: string | null }
export interface Operation {
  id: string;
  type: string;
  at: string;
  actor: string;
  reason: string | null;
  nodes: { total: number; pending: number; draining: number; ended: number;
    outcomes: Record<string, number> };
  complete: boolean;
  forecast: Forecast | null;
}
export interface Decision {
  nodeId: string;
  action: string;
  timeoutSeconds: number | null;
  timeoutSource: string | null;
  rule: string;
  before: NodeState;
}
export interface Part extends Decision {
  state: string | null;
  drain: Drain | null;
  status: DrainStatus | null;
  containers: number | null;
  applications: string[] | null;
  outcome: string | null;
}
export interface OperationDetail extends Operation {
  applications: Application[];
  decisions: Part[];
}
export interface Actor {
  at: string;
  actor: string;
  reason: string | null;
  operationId: string | null;
}
/** When a drain, or the last one of an operation, probably ends. */
export interface Forecast {
  summary: string;
  percent: number;
  earliest: string | null;
  latest: string | null;
  checked: number;
  right: number;
}
/** An instance began to lead. */
export interface Failover { at: string; instance: string }
export interface Why {
  summary: string;
  forecast: Forecast | null;
  failovers: Failover[];
  /** The last drain that has ended. */
  ended: { failovers: Failover[] } | null;
  node: FleetNode;
  applications: Application[];
  timeouts: { timeoutSeconds: number | null; deadline: string | null; source: string; by: Actor }[];
}
export interface NodeEvent {
  nodeId: string;
  sequence: number;
  at: string;
  event: string;
  actor: string;
  reason: string | null;
  operationId: string | null;
  instance: string;
  summary: string;
  state: NodeState;
  /** As far as events of its kind have them. */
  startedAt?: string;
  timeoutSeconds?: number | null;
  account?: Account | null;
  cause?: string;
}
export interface Refreshed {
  operationId: string | null;
  dryRun: boolean;
  decisions: Decision[];
  pending: string[];
  warnings: string[];
  /** The totals of a dry run. The token makes the same request do exactly this, or nothing. */
  plan: {
    token: string;
    memoryPercent: number;
    vcoresPercent: number;
    containers: number;
    applicationMasters: number;
    atOnce: string[];
    shortened: string[];
    hostsWithoutNode: string[];
  } | null;
}
/** Of the exclude file. */
export interface Edit { add: QueuedHost[]; remove: string[] }
/** What would give the nodes of an operation back what they were to do before it. */
export interface Undo extends Edit {
  listVersion: number;
  timeouts: { nodeId: string; timeoutSecs: number }[];
  skipped: { nodeId: string; why: string }[];
}
export interface Lists {
  listVersion: number;
  excludes: { host: string }[];
  files: { hash: string | null; differs: boolean | null; problem: string | null };
}
export type QueueChange = "HOLD" | "RESUME" | "FIRST" | "CANCEL";
/** When queued hosts begin. */
export interface Pace {
  /** A number of hosts, or a share of those in service, as 10%. */
  maxParallel: string;
  notBefore: string | null;
  until: string | null;
}
/** Null for the configured timeout, negative for no limit. */
export interface QueuedHost { host: string; timeoutSecs: number | null }
export interface QueuedDrain extends Pace {
  id: string;
  at: string;
  actor: string;
  reason: string | null;
  /** Memory that stays in service, as 200G@gpu. */
  keepCapacity: string | null;
  byRack: boolean;
  /** One of ebb.conf, outside of which no host begins. */
  window: string | null;
  phase: "HELD" | "NOT_YET" | "CLOSED" | "OVER" | "FULL" | "KEPT" | "OTHER_RACK" | "OPEN";
  /** The phase in detail. */
  why: string | null;
  total: number;
  waiting: QueuedHost[];
}
/** Drains in the order in which their hosts begin, and how many hosts drain of those in service. */
export interface Queue {
  id: string | null;
  drains: QueuedDrain[];
  draining: number;
  inService: number;
  problem: string | null;
}
export type Permission = "DRAIN" | "RECOMMISSION" | "TIMEOUT" | "FORCE" | "LEAVE";
export interface Caller {
  name: string; role: string; permissions: Permission[]; scope: string | null; method: string; verified: boolean;
}

/** What the server refused, in its own words; status 0 is no answer at all. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, detail: string) {
    super(detail);
  }
}

const TOKEN = "ebb-token";
const NO_ANSWER_AFTER = 30_000;

/** The token stays in this tab, and ends with it. */
export const token = {
  get: () => sessionStorage.getItem(TOKEN),
  set: (value: string) => sessionStorage.setItem(TOKEN, value),
  clear: () => sessionStorage.removeItem(TOKEN),
};

function request(path: string, headers: Record<string, string>, how: RequestInit) {
  const known = token.get();
  if (known !== null) headers.Authorization = `Bearer ${known}`;
  return fetch(`/api/v1${path}`,
    { headers, cache: "no-store", credentials: "same-origin", ...how });
}

async function send<T>(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<{ value: T; headers: Headers }> {
  const headers: Record<string, string> = { Accept: "application/json", ...more };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  let text: string;
  try {
    response = await request(path, headers, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(NO_ANSWER_AFTER),
    });
    text = await response.text();
  } catch (failure) {
    throw new Refused(0, "no-answer", failure instanceof Error ? failure.message : String(failure));
  }
  return { value: parse(response, text) as T, headers: response.headers };
}

/** @throws Refused if the server did, and if the answer is none of the API */
function parse(response: Response, text: string): unknown {
  const status = `${response.status} ${response.statusText}`;
  let value: unknown = null;
  try {
    value = text === "" ? null : JSON.parse(text);
  } catch {
    throw new Refused(response.status, "no-json", status);
  }
  if (!response.ok) {
    const problem = (value ?? {}) as { code?: string; detail?: string };
    throw new Refused(response.status, problem.code ?? "unknown", problem.detail ?? status);
  }
  return value;
}

/** What is written to the journal, after an id or from now on, until the signal. */
async function events(after: string | null, signal: AbortSignal) {
  const headers = { Accept: "text/event-stream",
    ...(after === null ? {} : { "Last-Event-ID": after }) };
  const response = await request("/events", headers, { signal });
  if (!response.ok) parse(response, await response.text());
  if (response.body === null) throw new Refused(response.status, "no-body", "no events");
  return response.body;
}

const get = async <T>(path: string) => (await send<T>("GET", path)).value;
const post = async <T>(path: string, body: object) => (await send<T>("POST", path, body)).value;
const id = encodeURIComponent;

export const api = {
  events,
  whoami: () => get<Caller>("/whoami"),
  nodes: (at: string | null) => get<Nodes>(at === null ? "/nodes" : `/nodes?at=${id(at)}`),
  draining: () => get<Nodes>("/nodes?states=DECOMMISSIONING"),
  why: (node: string) => get<Why>(`/nodes/${id(node)}/why`),
  history: (node: string) => get<{ events: NodeEvent[] }>(`/nodes/${id(node)}/history`),
  operations: () => get<{ operations: Operation[] }>("/operations?limit=50"),
  operation: (operation: string) => get<OperationDetail>(`/operations/${id(operation)}`),
  undo: (operation: string) => get<Undo>(`/operations/${id(operation)}/undo`),
  lists: async () => {
    const { value, headers } = await send<Lists>("GET", "/lists");
    return { lists: value, etag: headers.get("ETag") };
  },
  /** The plan of a dry run, or else the lists. */
  editExcludes: async (etag: string, body: object) =>
    (await send<Refreshed>("PATCH", "/lists/exclude", body, { "If-Match": etag })).value,
  refresh: (body: object) => post<Refreshed>("/refresh", body),
  force: (operation: string, body: object) =>
    post<Refreshed>(`/operations/${id(operation)}/force`, body),
  queue: () => get<Queue>("/queue"),
  queueDrain: (body: object) => post<Queue>("/queue", body),
  changeQueue: (drain: string, body: object) => post<Queue>(`/queue/${id(drain)}`, body),
  changeTimeout: async (node: string, body: object) =>
    (await send<{ operationId?: string; drain?: Drain | null }>(
      "PUT", `/nodes/${id(node)}/timeout`, body)).value,
};
