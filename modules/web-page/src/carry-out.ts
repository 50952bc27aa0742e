/** How actions reach the server: the same requests as those of the command ebb. */
import { api, Refused, type FleetNode, type Lists, type Undo } from "./api";
import { hostOf } from "./model";

export interface Action {
  kind: "drain" | "recommission" | "timeout" | "force" | "undo";
  nodeIds: string[];
  /** What is undone, or whose drains are ended; without it each node alone. */
  operationId?: string;
}

export interface Order {
  action: Action;
  nodes: readonly FleetNode[];
  /** Null for the default. */
  seconds: number | null;
  reason: string;
  /** As it was shown; null for other actions, and while it is not known. */
  undo: Undo | null;
  /** Whether what has to be confirmed has been. */
  confirmed: boolean;
  /** So that an order that is sent again is carried out once. */
  key: string;
}

/** The file is changed, and nothing has been put in force. */
export class OnlyEdited extends Error {}

/** @returns the operation, or null if nothing had to be done */
export async function carryOut(order: Order): Promise<string | null> {
  switch (order.action.kind) {
    case "drain":
      return editAndRefresh(order, () => ({ add: hostsOf(order).map((host) =>
        ({ host, ...(order.seconds === null ? {} : { timeoutSecs: order.seconds }) })) }));
    case "recommission":
      return editAndRefresh(order, (lists) => ({ remove: namesOf(order, lists) }));
    case "undo":
      return undo(order);
    case "timeout":
      return changeTimeouts(order, { fromNowSecs: order.seconds ?? 0 });
    case "force":
      return order.action.operationId === undefined
        ? changeTimeouts(order, { timeoutSecs: 0 })
        : (await api.force(order.action.operationId, { reason: order.reason }, order.key))
            .operationId;
  }
}

const hostsOf = (order: Order) => [...new Set(order.action.nodeIds.map(hostOf))];

/** A list may name a node by its address. */
function namesOf(order: Order, lists: Lists): string[] {
  const listed = new Set(lists.excludes.map((each) => each.host));
  return hostsOf(order).flatMap((host) => {
    const address = order.nodes.find((node) => hostOf(node.nodeId) === host)?.address ?? null;
    return address !== null && address !== host && listed.has(address) ? [host, address] : [host];
  });
}

async function editAndRefresh(
  order: Order, edit: (lists: Lists) => object): Promise<string | null> {
  const { lists, etag } = await api.lists();
  if (etag === null) {
    throw new Refused(409, "list-unreadable", lists.files.problem ?? "the exclude file is unknown");
  }
  const { reason } = order;
  const confirming = order.confirmed ? {} : { requireConfirmation: true };
  await api.editExcludes(etag, { ...edit(lists), reason, ...confirming });
  try {
    const done = await api.refresh({ type: "GRACEFUL", keepTimeouts: true, reason }, order.key);
    return done.operationId;
  } catch (failure) {
    throw failure instanceof Refused ? new OnlyEdited(failure.message) : failure;
  }
}

/** What could not be given its timeout back. */
export class PartlyUndone extends Error {}

async function undo(order: Order): Promise<string | null> {
  if (order.undo === null) throw new Error("what would be undone is not known");
  const { add, remove, timeouts, listVersion } = order.undo;
  const reason = `${order.reason} (undoes operation ${order.action.operationId ?? ""})`;
  const { lists } = await api.lists();
  if (lists.listVersion !== listVersion) {
    throw new Refused(409, "lists-changed", "another refresh was accepted in between");
  }
  let operationId = add.length + remove.length === 0 ? null
    : await editAndRefresh({ ...order, reason }, () => ({ add, remove }));
  const restored: string[] = [];
  const kept: string[] = [];
  for (const { nodeId, timeoutSecs } of timeouts) {
    try {
      const answer = await api.changeTimeout(
        nodeId, { timeoutSecs, reason, requireConfirmation: true });
      operationId = answer.operationId ?? operationId;
      restored.push(nodeId);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      kept.push(`${nodeId}: ${failure.message}`);
    }
  }
  if (kept.length > 0) throw new PartlyUndone(kept.join("; "));
  return operationId ?? (restored.length > 0 ? newestChange(restored) : null);
}

async function changeTimeouts(order: Order, change: object): Promise<string | null> {
  const { reason } = order;
  // The dialog of "force" is the confirmation.
  const confirming =
    order.confirmed || order.action.kind === "force" ? {} : { requireConfirmation: true };
  let operationId: string | null = null;
  for (const node of order.action.nodeIds) {
    try {
      const { operationId: accepted } =
        await api.changeTimeout(node, { ...change, reason, ...confirming });
      operationId = accepted ?? operationId;
    } catch (failure) {
      // It has left meanwhile.
      if (!(failure instanceof Refused && failure.code === "not-draining")) throw failure;
    }
  }
  return operationId ?? (await newestChange(order.action.nodeIds));
}

/** A change that was applied at once is answered with the node, not with the operation. */
async function newestChange(nodeIds: readonly string[]): Promise<string | null> {
  const { operations } = await api.operations();
  const newest = operations.find((each) => each.type === "CHANGE_TIMEOUT");
  if (newest === undefined) return null;
  const { decisions } = await api.operation(newest.id);
  return decisions.some((part) => nodeIds.includes(part.nodeId)) ? newest.id : null;
}
