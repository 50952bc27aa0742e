import { useEffect, useState } from "preact/hooks";
import { api, Refused, type Refreshed } from "./api";
import { hostOf } from "./model";
import { t } from "./words";

/** The most lines that a plan shows of one kind. */
export const LISTED = 12;

/** What a refresh would do beside the edit that it puts in force: the files may hold more. */
export function Others({ hosts }: { hosts: ReadonlySet<string> }) {
  const [others, setOthers] = useState<Refreshed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    api.refresh({ type: "GRACEFUL", keepTimeouts: true, dryRun: true }).then(
      setOthers, (reason: unknown) => {
        if (!(reason instanceof Refused)) throw reason;
        setFailure(reason.message);
      });
  }, []);
  const more = (others?.decisions ?? []).filter((each) => !hosts.has(hostOf(each.nodeId)));
  return (
    <>
      {others === null && failure === null && <p>{t("act.plan.loading")}</p>}
      {failure !== null && <p class="bad">{failure}</p>}
      {others?.warnings.map((warning) => <p class="warn" key={warning}>{warning}</p>)}
      {more.length > 0 && (
        <>
          <p class="warn">{t("act.plan.others")}</p>
          <ul>
            {more.slice(0, LISTED).map((each) => (
              <li key={each.nodeId}>{each.nodeId} {each.action}</li>
            ))}
            {more.length > LISTED && <li>{t("act.plan.more", { n: more.length - LISTED })}</li>}
          </ul>
        </>
      )}
    </>
  );
}
