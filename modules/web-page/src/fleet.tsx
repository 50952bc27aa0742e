import type { NodeState, Nodes, Operation, Queue } from "./api";
import { capacities, countStates, lastDeadline, progress, situation, size, STATES, waitingHosts, type View } from "./model";
import { probably } from "./parts";
import { linkTo } from "./place";
import { WaitingDrains } from "./queue";
import { clock, enumeration, language, t } from "./words";

interface Props {
  fleet: Nodes;
  operations: Operation[];
  queue: Queue | null;
  view: View;
  setView: (view: View) => void;
  at: string | null;
}

export function Fleet({ fleet, operations, queue, view, setView, at }: Props) {
  const counts = countStates(fleet.nodes);
  const sums = capacities(fleet.nodes);
  // Drains whose timeout is changed still belong to the operation that began them.
  const isRunning = (each: Operation) => !each.complete && each.type !== "CHANGE_TIMEOUT";
  const running = at === null ? operations.filter(isRunning) : [];
  const earlier = at === null ? operations.filter((each) => !isRunning(each)) : [];
  const toggle = (state: NodeState) => {
    const states = new Set(view.states);
    if (!states.delete(state)) states.add(state);
    setView({ ...view, states });
  };
  return (
    <section class="fleet" aria-label={t("fleet")}>
      <p class="sentence">{sentence(fleet, waitingHosts(queue).size)}</p>
      <div class="counts">
        <button type="button" aria-pressed={view.states.size === 0}
          onClick={() => setView({ ...view, states: new Set() })}>
          <b>{fleet.nodes.length.toLocaleString()}</b> {t("states.all")}
        </button>
        {STATES.filter((state) => counts.has(state) || view.states.has(state)).map((state) => (
          <button type="button" key={state} class={`count ${state}`}
            aria-pressed={view.states.has(state)} onClick={() => toggle(state)}>
            <b>{(counts.get(state) ?? 0).toLocaleString()}</b> {state}
          </button>
        ))}
        <dl class="capacity">
          {(["serving", "leaving", "gone"] as const).map((kind) => (
            <div key={kind}><dt>{t(`cap.${kind}`)}</dt><dd>{size(sums[kind])}</dd></div>
          ))}
        </dl>
      </div>
      {running.length > 0 && (
        <>
          <h2>{t("ops")}</h2>
          <ul class="operations">
            {running.map((each) => (
              <Running key={each.id} operation={each} fleet={fleet} />
            ))}
          </ul>
        </>
      )}
      {queue !== null && <WaitingDrains queue={queue} />}
      {earlier.length > 0 && (
        <details>
          <summary>{t("ops.earlier")}</summary>
          <ul class="operations earlier">
            {earlier.map((each) => (
              <li key={each.id}><Title operation={each} />
                <span>{t("op.of", { ended: each.nodes.ended, n: each.nodes.total })}</span></li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function sentence(fleet: Nodes, queued: number): string {
  const now = situation(fleet);
  if (now.total === 0) return t("sum.none");
  const parts = [now.draining === 0 ? t("sum.calm", { serving: now.serving, n: now.total })
    : t("sum.drains", { draining: now.draining, n: now.total })];
  if (now.blocker !== null) {
    const { id, user, nodes } = now.blocker;
    parts.push(user === null
      ? t("sum.waits", { n: nodes, app: id })
      : t("sum.waitsOf", { n: nodes, app: id, user }));
  }
  if (now.draining > 0) {
    parts.push(now.lastDeadline === null
      ? t("sum.open")
      : t("sum.last", { time: clock(now.lastDeadline) }));
  }
  if (queued > 0) parts.push(t("sum.queue", { n: queued }));
  return language() === "zh" ? parts.join("；") + "。" : parts.join("; ") + ".";
}

function Title({ operation }: { operation: Operation }) {
  return (
    <span class="title">
      <a href={linkTo({ operation: operation.id })}>{operation.type}</a>{" "}
      <By operation={operation} />
    </span>
  );
}

export function By({ operation: { actor, at, reason } }:
  { operation: Pick<Operation, "actor" | "at" | "reason"> }) {
  return <>{t("op.by", { actor, at: clock(at) })}{reason !== null && <q>{reason}</q>}</>;
}

function Running({ operation, fleet }: { operation: Operation; fleet: Nodes }) {
  const parts = progress(operation, fleet.nodes);
  const drains = fleet.nodes.filter((node) => node.drain?.operationId === operation.id);
  const last = lastDeadline(drains);
  const limit = drains.length === 0 ? ""
    : last === null ? t("op.nolimit") : t("op.latest", { time: clock(last) });
  const shares = ["ended", "applications", "containers", "pending"] as const;
  const label = enumeration(shares.filter((each) => parts[each] > 0)
    .map((each) => `${parts[each]} ${t(`phase.${each}`)}`));
  return (
    <li>
      <Title operation={operation} />
      <div>
        <div class="bar" role="img" aria-label={label}>
          {shares.map((each) => (
            <span key={each} class={each} style={{ flexGrow: parts[each] }} />
          ))}
        </div>
        <small>{label}</small>
      </div>
      <div>{limit} <small class="forecast">{probably(operation.forecast)}</small></div>
    </li>
  );
}
