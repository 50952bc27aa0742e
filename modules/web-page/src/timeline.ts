/** What drains waited for, and when, from what the journal recorded; no DOM in here. */
import type { Account, Failover, FleetNode, NodeEvent } from "./api";

/** In the order in which a drain goes through them, as no new work starts on its node. */
export const PHASES = ["unobserved", "unreported", "containers", "applications", "held"] as const;
export type Phase = (typeof PHASES)[number];

/** Times are milliseconds since 1970. */
export interface Span { phase: Phase; from: number; to: number }

export interface DrainSpans {
  from: number;
  /** Its end; of a drain that goes on, until now. */
  to: number;
  /** Without gaps; from `recorded` on what the node waits for now, and before that by the journal. */
  spans: Span[];
  recorded: number;
  /** Null while it goes on. */
  outcome: string | null;
}

export type Mark =
  | { kind: "deadline"; at: number; deadline: number | null }
  | { kind: "instance" | "leader"; at: number; instance: string };

export interface DrainTimeline extends DrainSpans {
  /** The deadlines that it got, the instances that took the node over, and those that led. */
  marks: Mark[];
  /** The one in force. */
  deadline: number | null;
}

const NOTHING: Account =
  { waitContainerMillis: 0, waitAppMillis: 0, noReportMillis: 0, unobservedMillis: 0, heldMillis: 0 };
/** Milliseconds; an account has whole ones. */
const ROUNDING = 10;
const time = (text: string) => new Date(text).getTime();

/**
 * Between two records only the sums of the phases are known. What no record accounts for is
 * unobserved.
 */
function between(from: number, to: number, before: Account, after: Account): Span[] {
  const sums: Record<Phase, number> = {
    unobserved: 0,
    unreported: after.noReportMillis - before.noReportMillis,
    containers: after.waitContainerMillis - before.waitContainerMillis,
    applications: after.waitAppMillis - before.waitAppMillis,
    held: after.heldMillis - before.heldMillis,
  };
  const known = Object.values(sums).reduce((sum, each) => sum + Math.max(0, each), 0);
  const rest = to - from - known;
  sums.unobserved = rest > ROUNDING ? rest : 0;
  const spans: Span[] = [];
  let end = from;
  for (const phase of PHASES) {
    const start = end;
    end = Math.min(to, start + Math.max(0, sums[phase]));
    if (end > start) spans.push({ phase, from: start, to: to - end <= ROUNDING ? to : end });
  }
  return spans;
}

function joined(spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    if (last?.phase === span.phase) whole[whole.length - 1] = { ...last, to: span.to };
    else whole.push(span);
  }
  return whole;
}

function present({ containers, applications, drain }: FleetNode, from: number, now: number): Span[] {
  const phase = containers === null || applications === null ? "unreported"
    : containers > 0 ? "containers"
      : applications.length > 0 ? "applications"
        : drain?.held === true ? "held" : "containers";
  return now > from ? [{ phase, from, to: now }] : [];
}

/** Of a node, if the operation began its running or its last drain. */
export function drainOf(node: FleetNode, operationId: string, now: number): DrainSpans | null {
  const { drain, progress, lastDrain } = node;
  if (drain?.operationId === operationId) {
    const from = time(drain.startedAt);
    const recorded = progress === null ? from : time(progress.at);
    const past = progress === null ? [] : between(from, recorded, NOTHING, progress.account);
    return { from, to: Math.max(now, recorded), recorded, outcome: null,
      spans: joined([...past, ...present(node, recorded, now)]) };
  }
  if (lastDrain?.askedBy?.operationId !== operationId || lastDrain.startedAt === null) return null;
  const from = time(lastDrain.startedAt);
  const to = time(lastDrain.at);
  return { from, to, recorded: to, outcome: lastDrain.outcome,
    spans: between(from, to, NOTHING, lastDrain.account ?? NOTHING) };
}

/**
 * The newest drain in the history of a node; null without any.
 *
 * @param events the oldest first
 * @param node as it is now
 * @param failovers when instances began to lead, as far as it is known
 */
export function newestDrain(
  events: readonly NodeEvent[], node: FleetNode, now: number,
  failovers: readonly Failover[] = []): DrainTimeline | null {
  const first = events.findLastIndex((each) => each.event === "node.decommissioning-started");
  const start = events[first];
  if (start === undefined) return null;
  const from = time(start.startedAt ?? start.at);
  const marks: Mark[] = [];
  let spans: Span[] = [];
  let recorded = from;
  let account = NOTHING;
  let { instance } = start;
  let deadline: number | null = null;
  let outcome: string | null = null;
  for (const event of events.slice(first)) {
    const at = time(event.at);
    if (event.instance !== instance) {
      instance = event.instance;
      marks.push({ kind: "instance", at, instance });
    }
    if (event.timeoutSeconds !== undefined) {
      deadline = event.timeoutSeconds === null ? null : from + event.timeoutSeconds * 1000;
      marks.push({ kind: "deadline", at, deadline });
    }
    const ends = event.state !== "DECOMMISSIONING";
    if (ends || (event.account ?? null) !== null) {
      spans = [...spans, ...between(recorded, at, account, event.account ?? account)];
      recorded = Math.max(recorded, at);
      account = event.account ?? account;
    }
    if (ends) {
      outcome = event.cause ?? event.state;
      break;
    }
  }
  const isOver = outcome !== null || node.drain === null;
  const to = isOver ? recorded : Math.max(now, recorded);
  for (const { at, instance } of failovers) {
    if (time(at) > from && time(at) <= to) marks.push({ kind: "leader", at: time(at), instance });
  }
  return { from, to, recorded, outcome, marks, deadline, spans: joined(isOver ? spans : [...spans, ...present(node, recorded, now)]) };
}

/** How many drains were in each phase at some instants, evenly from the first start to the last end. */
export interface Course {
  from: number;
  to: number;
  /** For each instant the number of drains by phase, and those that had ended. */
  steps: { at: number; phases: Record<Phase, number>; ended: number }[];
}

export function courseOf(drains: readonly DrainSpans[], steps: number): Course {
  const from = drains.reduce((first, each) => Math.min(first, each.from), Infinity);
  const to = drains.reduce((last, each) => Math.max(last, each.to), from + 1);
  const instant = (i: number) => from + ((to - from) * i) / (steps - 1);
  const course: Course["steps"] = Array.from({ length: steps }, (_, i) => ({ at: instant(i),
    phases: { unobserved: 0, unreported: 0, containers: 0, applications: 0, held: 0 }, ended: 0 }));
  for (const drain of drains) {
    let span = 0;
    for (const step of course) {
      if (step.at < drain.from) continue;
      if (drain.outcome !== null && step.at >= drain.to) {
        step.ended++;
        continue;
      }
      while (span < drain.spans.length - 1 && (drain.spans[span]?.to ?? 0) <= step.at) span++;
      step.phases[drain.spans[span]?.phase ?? "unreported"]++;
    }
  }
  return { from, to, steps: course };
}
