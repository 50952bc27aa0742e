import type { ComponentChildren } from "preact";
import type { Decision } from "./api";
import { isQueueChange, type Action, type Plan } from "./carry-out";
import { deadlineOf, hostOf } from "./model";
import { State, timeout } from "./parts";
import { risks, type QueuePlan } from "./queue-plan";
import { clock, t, type Key } from "./words";

/** The most lines of one kind. */
const LISTED = 12;

/** Whether there is anything to do. */
export const changes = ({ edit, refresh, timeouts, queued }: Plan) =>
  edit !== null || queued !== null || (refresh?.decisions.length ?? 0) + timeouts.length > 0;

/** What an action would do, and what else: a refresh does all that the files hold. */
export function PlanView({ action: { kind, nodeIds }, plan }: { action: Action; plan: Plan }) {
  const { refresh, edit, timeouts, draining, skipped, queued } = plan;
  if (queued !== null) return <Queued kind={kind} plan={queued} />;
  const decisions = refresh?.decisions ?? [];
  const hosts = new Set(nodeIds.map(hostOf));
  const isOwn = ({ nodeId }: Decision) => hosts.has(hostOf(nodeId));
  const ends = kind === "force" || (kind === "timeout" && timeouts[0]?.timeoutSecs === 0);
  const told = ends ? "force" : kind;
  const n = edit !== null ? hosts.size : decisions.length + timeouts.length;
  const killed = refresh?.plan?.containers ?? timeouts.reduce((sum, { nodeId }) =>
    sum + (draining.get(nodeId)?.running?.containers ?? draining.get(nodeId)?.containers ?? 0), 0);
  const cost = refresh?.plan ?? null;
  const moves = timeouts.flatMap(({ nodeId, timeoutSecs, deadline }) => {
    const drain = draining.get(nodeId)?.drain ?? null;
    return drain === null ? [] : [{ nodeId, from: drain.deadline,
      to: deadline ?? deadlineOf(drain, timeoutSecs ?? -1) }];
  });
  const shortened = moves.filter(({ from, to }) => to !== null && (from === null || Date.parse(to) < Date.parse(from)));
  return (
    <>
      {!changes(plan) && <p>{t(kind === "undo" ? "undo.nothing" : "act.none")}</p>}
      {changes(plan) && told !== "undo" && <p>{t(`act.plan.${told}`, { n, c: killed })}</p>}
      {cost !== null && !ends && cost.containers + cost.memoryPercent > 0 && (
        <p>{t("act.plan.cost", { memory: cost.memoryPercent, vcores: cost.vcoresPercent,
          c: cost.containers, m: cost.applicationMasters })}</p>
      )}
      {kind === "undo" && edit !== null && (
        <>
          <Lines title="undo.remove" lines={edit.remove} />
          <Lines title="undo.add" lines={edit.add.map(({ host, timeoutSecs }) => host
            + (timeoutSecs === null ? "" : `, ${timeout(timeoutSecs)}`))} />
        </>
      )}
      <Lines lines={decisions.filter(isOwn).map(line)} />
      <Lines title={kind === "undo" ? "undo.timeouts" : undefined} lines={moves.map(
        ({ nodeId, from, to }) => ends ? nodeId : `${nodeId}: ${end(from)} → ${end(to)}`)} />
      {!ends && <Lines warns title="act.plan.atOnce" lines={cost?.atOnce ?? []} />}
      {!ends && <Lines warns title="act.plan.shortened" lines={[
        ...cost?.shortened ?? [], ...shortened.map(({ nodeId }) => nodeId)]} />}
      <Lines warns title="act.plan.others" lines={decisions.filter((each) => !isOwn(each)).map(line)} />
      <Lines warns title="act.plan.hosts" lines={cost?.hostsWithoutNode ?? []} />
      {refresh?.warnings.map((warning) => <p class="warn" key={warning}>{warning}</p>)}
      <Lines title="undo.skipped" lines={skipped.map((each) => `${each.nodeId}: ${each.why}`)} />
    </>
  );
}

const end = (deadline: string | null) =>
  deadline === null ? t("time.open") : t("time.deadline", { time: clock(deadline) });

function Queued({ kind, plan }: { kind: Action["kind"]; plan: QueuePlan }) {
  const { hosts, pace: { maxParallel, notBefore, until }, queue: { draining, inService } } = plan;
  const { together, atOnce } = risks(plan);
  const starts = !isQueueChange(kind) || kind === "RESUME";
  return (
    <>
      <p>{t(isQueueChange(kind) ? `act.plan.${kind}` : "act.plan.queue", { n: hosts.length })}</p>
      <Lines lines={hosts.map(({ host, timeoutSecs }) => host
        + (timeoutSecs === null ? "" : `, ${timeout(timeoutSecs)}`))} />
      {starts && <p>{t("act.plan.pace", { limit: maxParallel, draining, n: inService })}</p>}
      {starts && notBefore !== null && <p>{t("queue.NOT_YET", { time: clock(notBefore) })}</p>}
      {starts && until !== null && <p>{t("act.plan.until", { time: clock(until) })}</p>}
      {starts && together > 0 && <p class="warn">{t("act.plan.together", { n: together, inService })}</p>}
      {starts && atOnce && <p class="warn">{t("act.plan.turn")}</p>}
      {isQueueChange(kind) && <p>{t("act.plan.unaffected")}</p>}
    </>
  );
}

function line({ nodeId, before, action, timeoutSeconds, timeoutSource }: Decision) {
  return <>{nodeId} <State of={before} /> → {action}
    {timeoutSource !== null && `, ${timeout(timeoutSeconds ?? -1)}`}</>;
}

function Lines({ title, lines, warns = false }:
  { title?: Key | undefined; lines: ComponentChildren[]; warns?: boolean }) {
  if (lines.length === 0) return null;
  return (
    <>
      {title !== undefined && <p class={warns ? "warn" : ""}>{t(title)}</p>}
      <ul>
        {lines.slice(0, LISTED).map((each, i) => <li key={i}>{each}</li>)}
        {lines.length > LISTED && <li>{t("act.plan.more", { n: lines.length - LISTED })}</li>}
      </ul>
    </>
  );
}
