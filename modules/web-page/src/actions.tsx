import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, type FleetNode, type Undo } from "./api";
import { carryOut, OnlyEdited, PartlyUndone, type Action } from "./carry-out";
import { capacities, hostOf, parseDuration } from "./model";
import { LISTED, Others } from "./others";
import { State } from "./parts";
import { changes, UndoPlan } from "./undo";
import { linkTo } from "./place";
import { t } from "./words";

export type { Action };

type Outcome =
  | { is: "asked" }
  | { is: "sent" }
  | { is: "unconfirmed" | "failed"; why: string }
  | { is: "done"; operationId: string | null };

const newKey = () => `page-${Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Shows what an action would do, takes a reason, carries it out, and says what became of it. */
export function Actions({ action, nodes, close }:
  { action: Action; nodes: FleetNode[]; close: (done: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const [key, setKey] = useState(newKey);
  const [reason, setReason] = useState("");
  const [time, setTime] = useState("");
  const [undo, setUndo] = useState<Undo | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>({ is: "asked" });
  useEffect(() => box.current?.showModal(), []);

  const seconds = parseDuration(time);
  const timed = action.kind === "drain" || action.kind === "timeout";
  const wrongTime = timed && time !== "" && seconds === null;
  const ready = reason.trim() !== "" && !wrongTime
    && (action.kind !== "timeout" || seconds !== null)
    && (action.kind !== "undo" || changes(undo));

  const send = (confirmed: boolean) => {
    setOutcome({ is: "sent" });
    carryOut({ action, nodes, seconds, reason: reason.trim(), undo, confirmed, key }).then(
      (operationId) => setOutcome({ is: "done", operationId }),
      (failure: unknown) => {
        // What was shown of an undo holds no longer, unless nothing has happened.
        if (!(failure instanceof Refused && failure.code === "confirmation-required")) {
          setUndo(null);
          setAttempt(attempt + 1);
          setKey(newKey());
        }
        if (failure instanceof PartlyUndone) {
          setOutcome({ is: "failed", why: t("undo.kept", { reason: failure.message }) });
        } else if (failure instanceof OnlyEdited) {
          setOutcome({ is: "failed", why: t("act.edited", { reason: failure.message }) });
        } else if (failure instanceof Refused) {
          setOutcome(failure.code === "confirmation-required"
            ? { is: "unconfirmed", why: t("act.confirm", { reason: failure.message }) }
            : { is: "failed", why: t("act.failed", { reason: failure.message }) });
        } else throw failure;
      });
  };
  /** What was refused until it is confirmed is not what is asked for now. */
  const edit = (change: () => void) => {
    change();
    setKey(newKey());
    setOutcome({ is: "asked" });
  };
  const isDone = outcome.is === "done";
  const isSent = outcome.is === "sent";
  return (
    <dialog ref={box} aria-labelledby="action-title" onClose={() => close(isDone)}>
      <form onSubmit={(event) => {
        event.preventDefault();
        if (ready && !isSent) send(outcome.is === "unconfirmed");
      }}>
        <h2 id="action-title">{t(`act.${action.kind}`)}</h2>
        {outcome.is === "done" ? (
          <p role="status">{t(outcome.operationId === null ? "act.none" : "act.done")}{" "}
            {outcome.operationId !== null && (
              <a href={linkTo({ operation: outcome.operationId })} onClick={() => close(true)}>
                {t("act.see")}</a>
            )}</p>
        ) : (
          <>
            {action.kind === "undo"
              ? <UndoPlan key={attempt} operationId={action.operationId ?? ""} undo={undo}
                  found={setUndo} />
              : <Plan kind={action.kind} action={action} nodes={nodes} />}
            {timed && (
              <>
                <label for="time">{t("act.time")}{action.kind === "timeout"
                  ? `, ${t("act.time.from")}` : ` (${t("act.time.default")})`}</label>
                <input id="time" value={time} readOnly={isSent} aria-describedby="time-hint" aria-invalid={wrongTime}
                  onInput={(event) => edit(() => setTime(event.currentTarget.value))} />
                <small id="time-hint" class={wrongTime ? "bad" : ""}>{wrongTime
                  ? t("act.time.wrong", { text: time }) : t("act.time.hint")}</small>
              </>
            )}
            <label for="reason">{t("act.reason")}</label>
            <input id="reason" required maxLength={200} value={reason} readOnly={isSent}
              onInput={(event) => edit(() => setReason(event.currentTarget.value))} />
            <div role="alert">
              {"why" in outcome && <p class="bad">{outcome.why}</p>}
            </div>
          </>
        )}
        <div class="foot">
          <button type="button" onClick={() => close(isDone)}>
            {t(isDone ? "panel.close" : "act.cancel")}</button>
          {!isDone && (
            <button type="submit" disabled={!ready || isSent}
              class={action.kind === "force" ? "danger" : "main"}>
              {t(outcome.is === "unconfirmed" ? "act.again" : `act.${action.kind}`)}</button>
          )}
        </div>
      </form>
    </dialog>
  );
}

function Plan({ kind, action, nodes }:
  { kind: Exclude<Action["kind"], "undo">; action: Action; nodes: FleetNode[] }) {
  const edits = kind === "drain" || kind === "recommission";
  const meant = new Set(action.nodeIds);
  const hosts = new Set(action.nodeIds.map(hostOf));
  // Lists name hosts: an edit is for all nodes of each.
  const affected = nodes.filter((node) =>
    edits ? hosts.has(hostOf(node.nodeId)) : meant.has(node.nodeId));
  const c = affected.reduce((sum, node) => sum + (node.running?.containers ?? 0), 0);
  const n = edits ? hosts.size : action.nodeIds.length;
  const all = capacities(nodes).serving.memoryMb;
  const share = all === 0 ? 0 : capacities(affected).serving.memoryMb / all;
  return (
    <section class="plan" aria-label={t("act.plan")}>
      <p>{t(`act.plan.${kind}`, { n, c })}{" "}
        {kind === "drain" && share > 0 && t("act.plan.share",
          { percent: share.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 }) })}
      </p>
      <ul>
        {affected.slice(0, LISTED).map((node) => (
          <li key={node.nodeId}>{node.nodeId} <State of={node.state} /></li>
        ))}
        {affected.length > LISTED && <li>{t("act.plan.more", { n: affected.length - LISTED })}</li>}
      </ul>
      {edits && <Others hosts={hosts} />}
    </section>
  );
}
