import { useMemo } from "preact/hooks";
import type { Action } from "./actions";
import { api, type FleetNode, type Permission } from "./api";
import { By } from "./fleet";
import { duration } from "./model";
import { Applications } from "./node";
import { Panel, useAnswer } from "./panel";
import { Probably, State, waitsFor } from "./parts";
import { linkTo } from "./place";
import { courseOf, drainOf, type Course, type DrainSpans } from "./timeline";
import { CourseOf, Spans } from "./timelines";
import { t } from "./words";

/** Beyond that the table of the operation would be slow; the draining ones come first. */
const MOST = 500;
/** Of the picture of its course. */
const STEPS = 97;

interface Props {
  id: string;
  nodes: FleetNode[];
  asOf: number | null;
  may: readonly Permission[];
  act: (action: Action) => void;
  close: () => void;
}

export function OperationPanel({ id, nodes, asOf, may, act, close }: Props) {
  const [operation, failure] = useAnswer(() => api.operation(id), [id, asOf]);
  const drains = useMemo(() => new Map(nodes.flatMap((node) => {
    const drain = drainOf(node, id, asOf ?? 0);
    return drain === null ? [] : [[node.nodeId, drain]];
  })), [id, nodes]);
  const course = useMemo(() => courseOf([...drains.values()], STEPS), [drains]);
  if (operation === null) {
    return (
      <Panel title={t("panel.operation")} close={close}>
        <p class={failure === null ? "" : "bad"}>{failure ?? t("loading")}</p>
      </Panel>
    );
  }
  const draining = operation.decisions.filter((part) => part.drain !== null);
  const rest = operation.decisions.filter((part) => part.drain === null);
  const parts = [...draining, ...rest].slice(0, MOST);
  // What it takes depends on what the operation did.
  const undoes = ["DRAIN", "RECOMMISSION", "TIMEOUT"].some((each) => may.some((own) => own === each));
  const forces = may.includes("FORCE") && draining.length > 0 && operation.type !== "CHANGE_TIMEOUT";
  return (
    <Panel title={`${t("panel.operation")} ${operation.type}`} close={close}>
      <p class="title"><By operation={operation} /></p>
      <p>{[t("op.of", { ended: operation.nodes.ended, n: operation.nodes.total }),
        ...Object.entries(operation.nodes.outcomes).filter(([, count]) => count > 0)
          .map(([outcome, count]) => `${outcome} ${count}`)].join(" · ")}</p>
      <Probably of={operation.forecast} />
      {(undoes || forces) && (
        <p>
          {undoes && (
            <button type="button" onClick={() => act({ kind: "undo", operationId: id,
              nodeIds: operation.decisions.map((part) => part.nodeId) })}>{t("act.undo")}</button>
          )}{" "}
          {forces && (
            <button type="button" class="danger" onClick={() => act({ kind: "force",
              nodeIds: draining.map((part) => part.nodeId), operationId: id })}>
              {t("act.force")}</button>
          )}
        </p>
      )}
      {drains.size > 0 && <CourseOf course={course} drains={drains.size} />}
      {operation.applications.length > 0 && (
        <><h3>{t("panel.apps")}</h3><Applications of={operation.applications} /></>
      )}
      <h3>{t("nodes")}</h3>
      <div class="scrolls" tabIndex={0} role="region" aria-label={t("nodes")}>
        <table class="plain">
          <thead><tr>
            <th scope="col">{t("col.node")}</th><th scope="col">{t("operation.result")}</th>
            <th scope="col" class="number">{t("col.left")}</th>
          </tr></thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.nodeId}>
                <td><a href={linkTo({ node: part.nodeId })}>{part.nodeId}</a>
                  <Lane of={drains.get(part.nodeId)} in={course} /></td>
                <td>{part.outcome ?? (part.state === null ? part.action : <State of={part.state} />)}
                  <small>{waitsFor(part.status, part.containers, part.applications?.length ?? null)}</small></td>
                <td class="time number">{part.drain === null ? ""
                  : part.drain.secondsLeft === null ? t(part.drain.held ? "phase.held" : "left.none")
                  : duration(part.drain.secondsLeft)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {operation.decisions.length > MOST && (
        <p>{t("act.plan.more", { n: operation.decisions.length - MOST })}</p>
      )}
    </Panel>
  );
}

/** The drain of one node, on the scale of all. */
function Lane({ of: drain, in: { from, to } }: { of: DrainSpans | undefined; in: Course }) {
  return drain === undefined ? null : <Spans of={drain} from={from} to={to} />;
}
