import { useEffect, useState } from "preact/hooks";
import { api, Refused, type Undo } from "./api";
import { duration } from "./model";
import { LISTED, Others } from "./others";
import { t } from "./words";

/** Whether there is anything to undo. */
export const changes = (undo: Undo | null) =>
  undo !== null && undo.add.length + undo.remove.length + undo.timeouts.length > 0;

/** What would undo an operation, and which nodes stay as they are. */
export function UndoPlan({ operationId, undo, found }:
  { operationId: string; undo: Undo | null; found: (undo: Undo) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    api.undo(operationId).then(found, (reason: unknown) => {
      if (!(reason instanceof Refused)) throw reason;
      setFailure(reason.message);
    });
  }, [operationId]);
  return (
    <section class="plan" aria-label={t("act.plan")}>
      {failure !== null && <p class="bad">{failure}</p>}
      {undo === null && failure === null && <p>{t("act.plan.loading")}</p>}
      {undo !== null && (
        <>
          {!changes(undo) && <p>{t("undo.nothing")}</p>}
          <Lines title="undo.remove" lines={undo.remove} />
          <Lines title="undo.add" lines={undo.add.map((each) => each.host + time(each.timeoutSecs))} />
          <Lines title="undo.timeouts"
            lines={undo.timeouts.map((each) => each.nodeId + time(each.timeoutSecs))} />
          <Lines title="undo.skipped"
            lines={undo.skipped.map((each) => `${each.nodeId}: ${each.why}`)} />
          {undo.add.length + undo.remove.length > 0 && <Others hosts={
            new Set([...undo.add.map((each) => each.host), ...undo.remove])} />}
        </>
      )}
    </section>
  );
}

const time = (seconds: number | null) => seconds === null ? ""
  : `, ${seconds < 0 ? t("left.none") : duration(seconds)}`;

function Lines({ title, lines }:
  { title: "undo.remove" | "undo.add" | "undo.timeouts" | "undo.skipped"; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>{t(title)}</p>
      <ul>
        {lines.slice(0, LISTED).map((line) => <li key={line}>{line}</li>)}
        {lines.length > LISTED && <li>{t("act.plan.more", { n: lines.length - LISTED })}</li>}
      </ul>
    </>
  );
}
