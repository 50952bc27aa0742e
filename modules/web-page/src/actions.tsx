import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, type FleetNode } from "./api";
import { carryOut, PartlyDone, plan, type Action, type Plan } from "./carry-out";
import { parseDuration } from "./model";
import { linkTo } from "./place";
import { changes, PlanView } from "./plan";
import { t } from "./words";

export type { Action };

type Outcome =
  | { is: "planning" | "sent" }
  | { is: "planned"; plan: Plan }
  | { is: "failed"; why: string }
  | { is: "done"; operationId: string | null };

/** Whoever types a timeout has not finished after each letter. */
const TYPING = 300;

function explained(failure: unknown): string {
  if (failure instanceof PartlyDone) return failure.message;
  if (!(failure instanceof Refused)) throw failure;
  const moved = ["plan-changed", "lists-changed"].includes(failure.code);
  return t(moved ? "act.moved" : "act.failed", { reason: failure.message });
}

/** Shows what an action would do, takes a reason, does exactly that, and says what became of it. */
export function Actions({ action, nodes, close }:
  { action: Action; nodes: FleetNode[]; close: (done: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [time, setTime] = useState("");
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>({ is: "planning" });
  useEffect(() => box.current?.showModal(), []);

  const seconds = parseDuration(time);
  const timed = action.kind === "drain" || action.kind === "timeout";
  const wrongTime = timed && time !== "" && seconds === null;
  const lacksTime = wrongTime || (action.kind === "timeout" && seconds === null);
  const fails = (failure: unknown) => setOutcome({ is: "failed", why: explained(failure) });

  useEffect(() => {
    setOutcome({ is: "planning" });
    if (lacksTime) return;
    let over = false;
    const timer = setTimeout(() => {
      plan(action, nodes, seconds).then(
        (found) => { if (!over) setOutcome({ is: "planned", plan: found }); },
        (failure: unknown) => { if (!over) fails(failure); });
    }, time === "" ? 0 : TYPING);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [attempt, lacksTime, seconds]);

  const send = (planned: Plan) => {
    setOutcome({ is: "sent" });
    carryOut(action, planned, reason.trim()).then(
      (operationId) => setOutcome({ is: "done", operationId }), fails);
  };
  const isDone = outcome.is === "done";
  const isSent = outcome.is === "sent";
  const ready = outcome.is === "planned" && reason.trim() !== "" && changes(outcome.plan);
  return (
    <dialog ref={box} aria-labelledby="action-title" onClose={() => close(isDone)}>
      <form onSubmit={(event) => {
        event.preventDefault();
        if (ready) send(outcome.plan);
      }}>
        <h2 id="action-title">{t(`act.${action.kind}`)}</h2>
        {isDone ? (
          <p role="status">{t(outcome.operationId === null ? "act.none" : "act.done")}{" "}
            {outcome.operationId !== null && (
              <a href={linkTo({ operation: outcome.operationId })} onClick={() => close(true)}>
                {t("act.see")}</a>
            )}</p>
        ) : (
          <>
            <section class="plan" aria-label={t("act.plan")}>
              {outcome.is === "planned" && <PlanView action={action} plan={outcome.plan} />}
              {outcome.is === "planning" && !lacksTime && <p>{t("act.plan.loading")}</p>}
              {isSent && <p>{t("act.sent")}</p>}
            </section>
            <div role="alert">
              {outcome.is === "failed" && <p class="bad">{outcome.why}</p>}
            </div>
            {timed && (
              <>
                <label for="time">{t("act.time")}{action.kind === "timeout"
                  ? `, ${t("act.time.from")}` : ` (${t("act.time.default")})`}</label>
                <input id="time" value={time} readOnly={isSent} aria-describedby="time-hint" aria-invalid={wrongTime}
                  onInput={(event) => setTime(event.currentTarget.value)} />
                <small id="time-hint" class={wrongTime ? "bad" : ""}>{wrongTime
                  ? t("act.time.wrong", { text: time }) : t("act.time.hint")}</small>
              </>
            )}
            <label for="reason">{t("act.reason")}</label>
            <input id="reason" required maxLength={200} value={reason} readOnly={isSent}
              onInput={(event) => setReason(event.currentTarget.value)} />
          </>
        )}
        <div class="foot">
          <button type="button" onClick={() => close(isDone)}>
            {t(isDone ? "panel.close" : "act.cancel")}</button>
          {outcome.is === "failed" && (
            <button type="button" class="main" onClick={() => setAttempt(attempt + 1)}>
              {t("act.again")}</button>
          )}
          {!isDone && outcome.is !== "failed" && (
            <button type="submit" disabled={!ready} class={action.kind === "force" ? "danger" : "main"}>
              {t(`act.${action.kind}`)}</button>
          )}
        </div>
      </form>
    </dialog>
  );
}
