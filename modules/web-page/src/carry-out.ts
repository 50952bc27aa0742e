/** Plans actions, and carries out what was planned: the same requests as those of the command ebb. */
import { api, Refused, type Drain, type Edit, type FleetNode, type Lists, type Pace, type QueueChange, type Refreshed } from "./api";
import { hostOf } from "./model";
import type { Place } from "./place";
import { changeQueue, planChange, planQueued, queueDrain, type QueuePlan } from "./queue-plan";
import { t } from "./words";

export interface Action {
  kind: "drain" | "recommission" | "timeout" | "force" | "undo" | QueueChange;
  nodeIds: string[];
  /** What is undone, or whose drains are ended; without it each node alone. */
  operationId?: string;
  /** What is changed in the queue. */
  queueId?: string;
}

/** What an action would do. */
export interface Plan {
  /** By the leader, with a token; null if only timeouts change. */
  refresh: Refreshed | null;
  /** Of the exclude file with this hash, which the refresh puts in force. */
  edit: (Edit & { etag: string }) | null;
  timeouts: { nodeId: string; timeoutSecs?: number; deadline?: string }[];
  /** What drained when this was planned. */
  draining: ReadonlyMap<string, FleetNode>;
  /** Nodes that stay as they are. */
  skipped: { nodeId: string; why: string }[];
  /** If hosts wait, or would. */
  queued: QueuePlan | null;
}

const NOTHING: Plan =
  { refresh: null, edit: null, timeouts: [], draining: new Map(), skipped: [], queued: null };
const GRACEFUL = { type: "GRACEFUL", keepTimeouts: true };

/**
 * @param seconds null for the default
 * @param pace if hosts are to drain a few at a time, or later
 */
export async function plan(
  { kind, nodeIds, operationId, queueId }: Action, nodes: readonly FleetNode[],
  seconds: number | null, pace: Pace | null,
): Promise<Plan> {
  const hosts = [...new Set(nodeIds.map(hostOf))];
  switch (kind) {
    case "drain": {
      const add = hosts.map((host) => ({ host, timeoutSecs: seconds }));
      return pace === null ? planEdit(() => ({ remove: [], add }))
        : { ...NOTHING, queued: await planQueued(add, pace) };
    }
    case "recommission":
      return planEdit((lists) => ({ remove: namesOf(hosts, nodes, lists), add: [] }));
    case "timeout":
      return planTimeouts(nodeIds, seconds === 0 ? { timeoutSecs: 0 }
        : { deadline: new Date(Date.now() + 1000 * (seconds ?? 0)).toISOString() });
    case "force":
      return operationId === undefined ? planTimeouts(nodeIds, { timeoutSecs: 0 })
        : { ...NOTHING, refresh: await api.force(operationId, { dryRun: true }) };
    case "undo": {
      const { listVersion, timeouts, skipped, add, remove } = await api.undo(operationId ?? "");
      const edited = add.length + remove.length === 0 ? NOTHING : await planEdit((lists) => {
        if (lists.listVersion !== listVersion) throw new Refused(409, "lists-changed", t("moved.lists"));
        return { add, remove };
      });
      return { ...edited, timeouts, skipped, draining: await draining() };
    }
    default:
      return { ...NOTHING, queued: await planChange(queueId ?? "") };
  }
}

/** A list may name a node by its address. */
function namesOf(hosts: string[], nodes: readonly FleetNode[], lists: Lists): string[] {
  const listed = new Set(lists.excludes.map((each) => each.host));
  return hosts.flatMap((host) => {
    const address = nodes.find((node) => hostOf(node.nodeId) === host)?.address ?? null;
    return address !== null && address !== host && listed.has(address) ? [host, address] : [host];
  });
}

async function planEdit(editOf: (lists: Lists) => Edit): Promise<Plan> {
  const { lists, etag } = await api.lists();
  if (etag === null) {
    throw new Refused(409, "list-unreadable", lists.files.problem ?? "the exclude file is unknown");
  }
  const edit = editOf(lists);
  const refresh = await api.editExcludes(etag, { ...edit, dryRun: true });
  return { ...NOTHING, refresh, edit: { ...edit, etag } };
}

async function planTimeouts(nodeIds: string[], change: { timeoutSecs?: number; deadline?: string }) {
  const known = await draining();
  const drains = nodeIds.filter((nodeId) => known.has(nodeId));
  return { ...NOTHING, draining: known, timeouts: drains.map((nodeId) => ({ nodeId, ...change })),
    skipped: nodeIds.filter((nodeId) => !known.has(nodeId))
      .map((nodeId) => ({ nodeId, why: t("moved.gone") })) };
}

const draining = async () => new Map(
  (await api.draining()).nodes.map((node) => [node.nodeId, node]));

/** Something was done, and not all of it. */
export class PartlyDone extends Error {}

/**
 * Does exactly what was planned.
 *
 * @returns where to see it, or null if nothing had to be done
 * @throws Refused if the plan is another one by now, which says what is different
 */
export async function carryOut(
  action: Action, planned: Plan, reason: string): Promise<Partial<Place> | null> {
  const { kind } = action;
  const { refresh, edit, timeouts, queued } = planned;
  if (queued !== null) return { queue: await (isQueueChange(kind)
    ? changeQueue(queued, kind, reason) : queueDrain(queued, reason)) };
  const why = kind === "undo" ? `${reason} (undoes operation ${action.operationId ?? ""})` : reason;
  const body = { plan: refresh?.plan?.token, reason: why };
  if (timeouts.length > 0) requireSame(planned, await draining());
  let operationId: string | null = null;
  if (edit !== null) {
    const { etag, ...hosts } = edit;
    await api.editExcludes(etag, { ...hosts, ...body });
    try {
      ({ operationId } = await api.refresh({ ...GRACEFUL, ...body }));
    } catch (failure) {
      throw failure instanceof Refused
        ? new PartlyDone(t("act.edited", { reason: failure.message })) : failure;
    }
  } else if (refresh !== null) {
    ({ operationId } = await api.force(action.operationId ?? "", body));
  }
  const changed: string[] = [];
  const kept: string[] = [];
  for (const { nodeId, ...change } of timeouts) {
    // An end at once that was asked for has been shown; any other has not.
    const isForce = kind !== "undo" && change.timeoutSecs === 0;
    try {
      const drain = planned.draining.get(nodeId)?.drain;
      const answer = await api.changeTimeout(nodeId, { ...change, reason: why,
        requireConfirmation: !isForce, ifEpoch: drain?.epoch ?? null,
        ifTimeoutSecs: drain?.timeoutSeconds ?? -1 });
      operationId = answer.operationId ?? operationId;
      changed.push(nodeId);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      kept.push(`${nodeId}: ${failure.message}`);
    }
  }
  if (kept.length > 0) throw new PartlyDone(t("act.kept", { reason: kept.join("; ") }));
  operationId ??= changed.length > 0 ? await newestChange(changed) : null;
  return operationId === null ? null : { operation: operationId };
}

export const isQueueChange = (kind: Action["kind"]): kind is QueueChange =>
  ["HOLD", "RESUME", "FIRST", "CANCEL"].includes(kind);

/**
 * A change of a timeout has no token. All drains are compared before the first one changes, and the
 * leader compares each again.
 */
function requireSame({ timeouts, draining: planned }: Plan, now: ReadonlyMap<string, FleetNode>) {
  const same = (a: Drain | null | undefined, b: Drain | null | undefined) =>
    a?.epoch === b?.epoch && a?.deadline === b?.deadline;
  const moved = timeouts.filter(({ nodeId }) =>
    !same(planned.get(nodeId)?.drain, now.get(nodeId)?.drain)).map(({ nodeId }) =>
    `${nodeId}: ${t(now.has(nodeId) ? "moved.drain" : "moved.gone")}`);
  if (moved.length > 0) throw new Refused(409, "plan-changed", moved.join("; "));
}

/** A change that was applied at once is answered with the node, not with the operation. */
async function newestChange(nodeIds: readonly string[]): Promise<string | null> {
  const { operations } = await api.operations();
  const newest = operations.find((each) => each.type === "CHANGE_TIMEOUT");
  if (newest === undefined) return null;
  const { decisions } = await api.operation(newest.id);
  return decisions.some((part) => nodeIds.includes(part.nodeId)) ? newest.id : null;
}
