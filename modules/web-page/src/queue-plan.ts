/** Plans changes of the queue of drains, and carries out what was planned. */
import { api, Refused, type Pace, type Queue, type QueueChange, type QueuedDrain, type QueuedHost } from "./api";
import { limitOf } from "./model";
import { t } from "./words";

/** Hosts that wait in the queue, or would. */
export interface QueuePlan {
  hosts: QueuedHost[];
  pace: Pace;
  /** That is changed; null for a new one. */
  drain: QueuedDrain | null;
  queue: Queue;
}

export async function planQueued(hosts: QueuedHost[], pace: Pace): Promise<QueuePlan> {
  const queue = await api.queue();
  const waits = new Set(queue.drains.flatMap((drain) => drain.waiting.map((each) => each.host)));
  const twice = hosts.find(({ host }) => waits.has(host));
  if (twice !== undefined) {
    throw new Refused(409, "already-queued", t("queue.already", { host: twice.host }));
  }
  return { hosts, pace, drain: null, queue };
}

export async function planChange(id: string): Promise<QueuePlan> {
  const queue = await api.queue();
  const drain = queue.drains.find((each) => each.id === id);
  if (drain === undefined) throw new Refused(404, "unknown-queued-drain", t("queue.gone", { id }));
  return { hosts: drain.waiting, pace: drain, drain, queue };
}

/** For what an operator has to confirm, as the leader sees it: more than a tenth, and ends at once. */
export function risks({ hosts, pace, queue: { inService } }: QueuePlan) {
  const together = Math.min(hosts.length, limitOf(pace.maxParallel, inService));
  return { together: together * 10 > inService ? together : 0,
    atOnce: hosts.some((each) => each.timeoutSecs === 0) };
}

/** @returns the id of the queued drain */
export async function queueDrain(plan: QueuePlan, reason: string): Promise<string | null> {
  const { together, atOnce } = risks(plan);
  const { id } = await api.queueDrain({ ...plan.pace, hosts: plan.hosts, reason,
    // What has been shown needs no confirmation; anything else does.
    requireConfirmation: together === 0 && !atOnce });
  return id;
}

/** The leader has no plan for a change of the queue: what waits is compared instead. */
export async function changeQueue(
  { drain }: QueuePlan, change: QueueChange, reason: string): Promise<string> {
  const id = drain?.id ?? "";
  const now = await planChange(id);
  if (JSON.stringify(now.hosts) !== JSON.stringify(drain?.waiting)) {
    throw new Refused(409, "plan-changed", t("moved.queue"));
  }
  await api.changeQueue(id, { change, reason });
  return id;
}
