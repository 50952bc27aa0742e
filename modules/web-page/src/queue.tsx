import { useMemo } from "preact/hooks";
import type { Action } from "./actions";
import type { FleetNode, Permission, Queue, QueuedDrain } from "./api";
import { By } from "./fleet";
import { hostOf } from "./model";
import { Fact, Panel } from "./panel";
import { timeout } from "./parts";
import { linkTo } from "./place";
import { clock, t } from "./words";

/** Beyond that the table would be slow. */
const MOST = 500;

/** When the next host begins, or why none does. */
export const next = ({ phase, notBefore, maxParallel, why }: QueuedDrain, { draining }: Queue) =>
  t(`queue.${phase}`, { time: clock(notBefore ?? 0), limit: maxParallel, draining })
  + (why === null ? "" : ` (${why})`);

export function WaitingDrains({ queue }: { queue: Queue }) {
  if (queue.drains.length === 0) return null;
  return (
    <>
      <h2>{t("queue")}</h2>
      <Problem of={queue} />
      <ul class="operations">
        {queue.drains.map((each) => <Waiting key={each.id} drain={each} queue={queue} />)}
      </ul>
    </>
  );
}

function Waiting({ drain, queue }: { drain: QueuedDrain; queue: Queue }) {
  const waiting = drain.waiting.length;
  const label = t("queue.of", { waiting, n: drain.total });
  return (
    <li>
      <span class="title">
        <a href={linkTo({ queue: drain.id })}>{t("queue.drain")}</a>{" "}<By operation={drain} /></span>
      <div>
        <div class="bar" role="img" aria-label={label}>
          <span class="ended" style={{ flexGrow: drain.total - waiting }} />
          <span class="pending" style={{ flexGrow: waiting }} />
        </div>
        <small>{label}</small>
      </div>
      <span>{t("queue.next")}{": "}{next(drain, queue)}</span>
    </li>
  );
}

function Problem({ of: { problem } }: { of: Queue }) {
  return problem === null ? null : <p class="warn">{t("queue.problem", { reason: problem })}</p>;
}

interface Props {
  id: string;
  queue: Queue;
  nodes: FleetNode[];
  may: readonly Permission[];
  act: (action: Action) => void;
  close: () => void;
}

export function QueuePanel({ id, queue, nodes, may, act, close }: Props) {
  const nodeIds = useMemo(() => new Map(nodes.flatMap(({ nodeId, address }) =>
    [hostOf(nodeId), address].map((host) => [host, nodeId]))), [nodes]);
  const drain = queue.drains.find((each) => each.id === id);
  if (drain === undefined) {
    return <Panel title={t("queue.drain")} close={close}><p>{t("queue.gone", { id })}</p></Panel>;
  }
  const { waiting, total, maxParallel, keepCapacity, byRack, window, notBefore, until } = drain;
  const offers = [drain.phase === "HELD" ? "RESUME" : "HOLD",
    ...(queue.drains[0] === drain ? [] : ["FIRST"] as const), "CANCEL"] as const;
  return (
    <Panel title={t("queue.drain")} close={close}>
      <p class="title"><By operation={drain} /></p>
      {may.includes("DRAIN") && (
        <p class="buttons" role="group">
          {offers.map((kind) => (
            <button type="button" key={kind} onClick={() => act({ kind, nodeIds: [], queueId: id })}>
              {t(`act.${kind}`)}</button>
          ))}
        </p>
      )}
      <Problem of={queue} />
      <dl>
        <Fact name={t("queue.next")}>{next(drain, queue)}</Fact>
        <Fact name={t("queue.waiting")}>{t("queue.of", { waiting: waiting.length, n: total })}</Fact>
        <Fact name={t("queue.parallel")}>{maxParallel}</Fact>
        <Fact name={t("queue.keep")}>{keepCapacity}</Fact>
        <Fact name={t("queue.order")}>{byRack ? t("queue.byRack") : null}</Fact>
        <Fact name={t("queue.draining")}>
          {t("queue.load", { draining: queue.draining, n: queue.inService })}</Fact>
        <Fact name={t("queue.window")}>{window}</Fact>
        <Fact name={t("queue.notBefore")}>{notBefore === null ? null : clock(notBefore)}</Fact>
        <Fact name={t("queue.until")}>{until === null ? null : clock(until)}</Fact>
      </dl>
      <h3>{t("queue.hosts")}</h3>
      <div class="scrolls" tabIndex={0} role="region" aria-label={t("queue.hosts")}>
        <table class="plain">
          <thead><tr>
            <th scope="col">{t("queue.host")}</th>
            <th scope="col" class="number">{t("act.time")}</th>
          </tr></thead>
          <tbody>
            {waiting.slice(0, MOST).map(({ host, timeoutSecs }) => (
              <tr key={host}>
                <td><a href={linkTo({ node: nodeIds.get(host) ?? host })}>{host}</a></td>
                <td class="number">{timeoutSecs === null ? t("queue.configured") : timeout(timeoutSecs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {waiting.length > MOST && <p>{t("act.plan.more", { n: waiting.length - MOST })}</p>}
    </Panel>
  );
}
