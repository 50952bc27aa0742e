import type { Action } from "./actions";
import { api, type Application, type FleetNode, type Permission, type QueuedDrain, type Why } from "./api";
import { By } from "./fleet";
import { duration, size, whatHappened } from "./model";
import { Buttons } from "./nodes";
import { Fact, Panel, useAnswer } from "./panel";
import { Probably, State, timeLeft, useNow, waitsFor } from "./parts";
import { linkTo } from "./place";
import { newestDrain } from "./timeline";
import { Timeline } from "./timelines";
import { clock, t, type Key } from "./words";

interface Props {
  nodeId: string;
  at: string | null;
  may: readonly Permission[];
  known: FleetNode | null;
  queued: QueuedDrain | null;
  asOf: number | null;
  act: (action: Action) => void;
  close: () => void;
}

export function NodePanel({ nodeId, at, may, known, queued, asOf, act, close }: Props) {
  const [why, failure] = useAnswer(() => api.why(nodeId), [nodeId, asOf]);
  const [history] = useAnswer(() => api.history(nodeId), [nodeId, asOf]);
  const isPast = at !== null;
  // Of the past the journal knows the node, and nothing of what was reported.
  const node = isPast ? known : (known ?? why?.node ?? null);
  const events = (history?.events ?? [])
    .filter((event) => at === null || new Date(event.at) <= new Date(at));
  const now = at === null ? (asOf ?? 0) : new Date(at).getTime();
  const drain = node === null ? null : newestDrain(events, node, now,
    [...why?.failovers ?? [], ...why?.ended?.failovers ?? []]);
  return (
    <Panel title={nodeId} close={close}>
      {node !== null && (
        <>
          <p class="head"><State of={node.state} /><Buttons nodes={[node]} may={may} act={act} /></p>
          {failure !== null && <p class="bad">{failure}</p>}
          {queued !== null && <p>{t("queue.node")}{" "}
            <a href={linkTo({ queue: queued.id })}>{t("queue.drain")}</a>{" "}<By operation={queued} /></p>}
          {node.drain !== null && <Drains node={node} asOf={isPast ? null : asOf} />}
          {!isPast && <Probably of={why?.forecast ?? null} />}
          {drain !== null && <Timeline of={drain} />}
          {!isPast && why !== null && <Explained why={why} />}
          <dl>
            <Fact name={t("panel.address")}>{node.address}</Fact>
            <Fact name={t("panel.capacity")}>
              {node.capacity === null ? null : size(node.capacity)}</Fact>
            <Heartbeat at={isPast ? null : node.lastHeartbeat} />
            {node.lastDrain !== null && (
              <Fact name={t("panel.lastDrain")}>
                {t("panel.ended", { outcome: node.lastDrain.outcome, by: node.lastDrain.by })}
                {", "}{clock(node.lastDrain.at)}
                {node.lastDrain.reason !== null && <q>{node.lastDrain.reason}</q>}
              </Fact>
            )}
          </dl>
        </>
      )}
      {node === null && failure !== null && <p class="bad">{failure}</p>}
      {events.length > 0 && (
        <>
          <h3>{t("panel.history")}</h3>
          <ol class="history">
            {events.toReversed().map((event) => (
              <li key={event.sequence}>
                <time dateTime={event.at}>{clock(event.at)}</time>
                <span lang="en">{whatHappened(event.summary)}</span>
                {event.operationId !== null && (
                  <a href={linkTo({ operation: event.operationId, at })}>{t("panel.operation")}</a>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

function Heartbeat({ at }: { at: string | null }) {
  const now = useNow();
  return at === null ? null : (
    <Fact name={t("panel.heartbeat")}>
      {t("panel.ago", { age: duration((now - new Date(at).getTime()) / 1000) })}</Fact>
  );
}

function Drains({ node, asOf }: { node: FleetNode; asOf: number | null }) {
  const now = useNow();
  const { drain } = node;
  if (drain === null) return null;
  return (
    <>
      <p class="countdown"><b role="timer">{timeLeft(node, asOf, now)}</b>{" "}
        {waitsFor(node.status, node.containers, node.applications?.length ?? null)}</p>
      <dl>
        <Fact name={t("panel.asked")}>{drain.askedBy}</Fact>
        <Fact name={t("panel.reason")}>{drain.reason}</Fact>
        <Fact name={t("panel.started")}>{clock(drain.startedAt)}</Fact>
        <Fact name={t("panel.deadline")}>
          {drain.deadline === null ? t(drain.held ? "phase.held" : "left.none") : clock(drain.deadline)}</Fact>
        <Fact name={t("panel.rule")}>{t(`source.${drain.timeoutSource}` as Key)}</Fact>
        {drain.operationId !== null && (
          <Fact name={t("panel.operation")}>
            <a href={linkTo({ operation: drain.operationId })}>{drain.operationId}</a></Fact>
        )}
      </dl>
    </>
  );
}

function Explained({ why }: { why: Why }) {
  return (
    <>
      <h3>{t("panel.why")}</h3>
      <p lang="en">{why.summary}</p>
      {why.applications.length > 0 && (
        <><h3>{t("panel.apps")}</h3><Applications of={why.applications} /></>
      )}
      {why.timeouts.length > 1 && (
        <>
          <h3>{t("panel.timeouts")}</h3>
          <ol class="history">
            {why.timeouts.map((each, i) => (
              <li key={i}>
                <time dateTime={each.by.at}>{clock(each.by.at)}</time>
                <span>{each.timeoutSeconds === null ? t("left.none") : duration(each.timeoutSeconds)}
                  {" · "}{t(`source.${each.source}` as Key)}{" · "}{each.by.actor}
                  {each.by.reason !== null && <q>{each.by.reason}</q>}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

export function Applications({ of }: { of: readonly Application[] }) {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={t("panel.apps")}>
      <table class="plain">
        <thead><tr>
          <th scope="col">{t("app.app")}</th><th scope="col">{t("app.user")}</th>
          <th scope="col">{t("app.queue")}</th><th scope="col" class="number">{t("app.progress")}</th>
          <th scope="col" class="number">{t("app.nodes")}</th>
        </tr></thead>
        <tbody>
          {of.map((app) => (
            <tr key={app.id}>
              <td>{app.name ?? ""}<small>{app.id}</small></td><td>{app.user ?? ""}</td>
              <td>{app.queue ?? ""}</td>
              <td class="number">{app.progress === null ? "" : `${app.progress} %`}</td>
              <td class="number">{app.nodes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
