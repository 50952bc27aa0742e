import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, type FleetNode } from "./api";
import { carryOut, PartlyDone, plan, type Action, type Plan } from "./carry-out";
import { isLimit, parseDuration } from "./model";
import { linkTo, type Place } from "./place";
import { changes, PlanView } from "./plan";
import { t } from "./words";

export type { Action };

type Outcome =
  | { is: "planning" | "sent" }
  | { is: "planned"; plan: Plan }
  | { is: "failed"; why: string }
  | { is: "done"; place: Partial<Place> | null };

/** Whoever types a timeout has not finished after each letter. */
const TYPING = 300;

function explained(failure: unknown): string {
  if (failure instanceof PartlyDone) return failure.message;
  if (!(failure instanceof Refused)) throw failure;
  const moved = ["plan-changed", "lists-changed"].includes(failure.code);
  return t(moved ? "act.moved" : "act.failed", { reason: failure.message });
}

const instant = (local: string) => local === "" ? null : new Date(local).toISOString();

function Instant({ id, name, value, readOnly, set }:
  { id: string; name: string; value: string; readOnly: boolean; set: (value: string) => void }) {
  return (
    <>
      <label for={id}>{name}</label>
      <input id={id} type="datetime-local" value={value} readOnly={readOnly}
        onChange={(event) => set(event.currentTarget.value)} />
    </>
  );
}

/** Shows what an action would do, takes a reason, does exactly that, and says what became of it. */
export function Actions({ action, nodes, close }:
  { action: Action; nodes: FleetNode[]; close: (done: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [time, setTime] = useState("");
  const [limit, setLimit] = useState("");
  const [notBefore, setNotBefore] = useState("");
  const [until, setUntil] = useState("");
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>({ is: "planning" });
  useEffect(() => box.current?.showModal(), []);

  const seconds = parseDuration(time);
  const timed = action.kind === "drain" || action.kind === "timeout";
  const wrongTime = timed && time !== "" && seconds === null;
  const wrongLimit = limit !== "" && !isLimit(limit);
  const incomplete = wrongTime || wrongLimit || (action.kind === "timeout" && seconds === null);
  const fails = (failure: unknown) => setOutcome({ is: "failed", why: explained(failure) });

  useEffect(() => {
    setOutcome({ is: "planning" });
    if (incomplete) return;
    const pace = limit + notBefore + until === "" ? null
      : { maxParallel: limit === "" ? "100%" : limit, notBefore: instant(notBefore), until: instant(until) };
    let over = false;
    const timer = setTimeout(() => {
      plan(action, nodes, seconds, pace).then(
        (found) => { if (!over) setOutcome({ is: "planned", plan: found }); },
        (failure: unknown) => { if (!over) fails(failure); });
    }, time + limit === "" ? 0 : TYPING);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [attempt, incomplete, seconds, limit, notBefore, until]);

  const send = (planned: Plan) => {
    setOutcome({ is: "sent" });
    carryOut(action, planned, reason.trim()).then(
      (place) => setOutcome({ is: "done", place }), fails);
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
          <p role="status">{t(outcome.place === null ? "act.none" : "act.done")}{" "}
            {outcome.place !== null && (
              <a href={linkTo(outcome.place)} onClick={() => close(true)}>
                {t(outcome.place.queue === undefined ? "act.see" : "act.see.queue")}</a>
            )}</p>
        ) : (
          <>
            <section class="plan" aria-label={t("act.plan")}>
              {outcome.is === "planned" && <PlanView action={action} plan={outcome.plan} />}
              {outcome.is === "planning" && !incomplete && <p>{t("act.plan.loading")}</p>}
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
            {action.kind === "drain" && (
              <details>
                <summary>{t("act.pace")}</summary>
                <label for="limit">{t("queue.parallel")}</label>
                <input id="limit" value={limit} readOnly={isSent} aria-describedby="limit-hint"
                  aria-invalid={wrongLimit} onInput={(event) => setLimit(event.currentTarget.value.trim())} />
                <small id="limit-hint" class={wrongLimit ? "bad" : ""}>{wrongLimit
                  ? t("act.limit.wrong", { text: limit }) : t("act.limit.hint")}</small>
                <Instant id="not-before" name={t("queue.notBefore")} value={notBefore}
                  readOnly={isSent} set={setNotBefore} />
                <Instant id="until" name={t("queue.until")} value={until} readOnly={isSent} set={setUntil} />
              </details>
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
