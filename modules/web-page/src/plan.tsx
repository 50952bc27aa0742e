import type { ComponentChildren } from "preact";
import type { Decision } from "./api";
import type { Action, Plan } from "./carry-out";
import { duration, hostOf } from "./model";
import { State } from "./parts";
import { clock, t, type Key } from "./words";

/** The most lines of one kind. */
const LISTED = 12;

/** Whether there is anything to do. */
export const changes = ({ edit, refresh, timeouts }: Plan) =>
  edit !== null || (refresh?.decisions.length ?? 0) + timeouts.length > 0;

/** What an action would do, and what else: a refresh does all that the files hold. */
export function PlanView({ action: { kind, nodeIds }, plan }: { action: Action; plan: Plan }) {
  const { refresh, edit, timeouts, draining, skipped } = plan;
  const decisions = refresh?.decisions ?? [];
  const hosts = new Set(nodeIds.map(hostOf));
  const isOwn = ({ nodeId }: Decision) => hosts.has(hostOf(nodeId));
  const ends = kind === "force" || (kind === "timeout" && timeouts[0]?.timeoutSecs === 0);
  const told = ends ? "force" : kind;
  const n = edit !== null ? hosts.size : decisions.length + timeouts.length;
  const killed = refresh?.plan?.containers ?? timeouts.reduce((sum, { nodeId }) =>
    sum + (draining.get(nodeId)?.running?.containers ?? draining.get(nodeId)?.containers ?? 0), 0);
  const cost = refresh?.plan ?? null;
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
      <Lines title={kind === "undo" ? "undo.timeouts" : undefined} lines={timeouts.map(
        ({ nodeId, deadline, timeoutSecs }) => <>{nodeId}{ends ? "" : `, ${deadline === undefined
          ? timeout(timeoutSecs ?? -1) : t("time.deadline", { time: clock(deadline) })}`}</>)} />
      {!ends && <Lines warns title="act.plan.atOnce" lines={cost?.atOnce ?? []} />}
      {!ends && <Lines warns title="act.plan.shortened" lines={cost?.shortened ?? []} />}
      <Lines warns title="act.plan.others" lines={decisions.filter((each) => !isOwn(each)).map(line)} />
      <Lines warns title="act.plan.hosts" lines={cost?.hostsWithoutNode ?? []} />
      {refresh?.warnings.map((warning) => <p class="warn" key={warning}>{warning}</p>)}
      <Lines title="undo.skipped" lines={skipped.map((each) => `${each.nodeId}: ${each.why}`)} />
    </>
  );
}

const timeout = (seconds: number) => seconds < 0 ? t("left.none") : duration(seconds);

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
