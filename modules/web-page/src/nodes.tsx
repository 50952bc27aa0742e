import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Action } from "./actions";
import type { FleetNode, Permission, QueuedDrain } from "./api";
import { queuedDrainOf, rowsInSight, select, type Column, type View } from "./model";
import { State, timeLeft, useNow, waitsFor } from "./parts";
import { linkTo, type Place } from "./place";
import { t } from "./words";

/** As --row in style.css. */
const ROW = 30;
const COLUMNS: readonly Column[] = ["node", "state", "waits", "left", "running", "by"];

interface Props {
  nodes: FleetNode[];
  waiting: ReadonlyMap<string, QueuedDrain>;
  asOf: number | null;
  view: View;
  setView: (view: View) => void;
  place: Place;
  may: readonly Permission[];
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
  act: (action: Action) => void;
}

export function NodesTable(props: Props) {
  const { nodes, view, setView, may, selected, setSelected } = props;
  const rows = useMemo(() => select(nodes, view), [nodes, view]);
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const now = useNow();

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setSight({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  // Another order or filter starts at its first row.
  useEffect(() => box.current?.scrollTo(0, 0), [view]);

  const { first, end } = rowsInSight(rows.length, ROW, sight.top, sight.height);
  const chosen = useMemo(() => nodes.filter((node) => selected.has(node.nodeId)), [nodes, selected]);
  const known = useMemo(() => new Map<number, VNode>(),
    [rows, props.asOf, props.waiting, now, props.place, may, selected]);
  // Preact compares nothing within an element that is the same as before.
  const drawn = (node: FleetNode, index: number) => {
    const row = known.get(index) ?? <Row key={node.nodeId} node={node} index={index} {...props} now={now} />;
    known.set(index, row);
    return row;
  };
  return (
    <section class="nodes" aria-label={t("nodes")}>
      <div class="tools">
        <h2>{t("nodes")}</h2>
        <input type="search" aria-label={t("search")} placeholder={t("search")} value={view.search}
          onInput={(event) => setView({ ...view, search: event.currentTarget.value })} />
        <span role="status">{t("nodes.shown", { shown: rows.length, n: nodes.length })}</span>
        {chosen.length > 0 && <Buttons nodes={chosen} may={may} act={props.act} counted />}
      </div>
      <div class="rows" ref={box} tabIndex={0} id="nodes" role="region" aria-label={t("nodes")}>
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {may.length > 0 && (
                <th class="pick"><input type="checkbox" aria-label={t("col.select", { node: "*" })}
                  checked={rows.length > 0 && rows.every((node) => selected.has(node.nodeId))}
                  onChange={(event) => setSelected(event.currentTarget.checked
                    ? new Set(rows.map((node) => node.nodeId)) : new Set())} /></th>
              )}
              {COLUMNS.map((column) => (
                <th key={column} class={column} scope="col" aria-sort={view.column !== column
                  ? "none" : view.descending ? "descending" : "ascending"}>
                  <button type="button" onClick={() => setView({ ...view, column,
                    descending: view.column === column && !view.descending })}>
                    {t(`col.${column}`)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <Space rows={first} />}
            {rows.slice(first, end).map((node, i) => drawn(node, first + i + 2))}
            {end < rows.length && <Space rows={rows.length - end} />}
          </tbody>
        </table>
        {rows.length === 0 && (
          <p class="none">{t("nodes.none")}{" "}
            <button type="button" onClick={() => setView({ ...view, states: new Set(), search: "" })}>
              {t("nodes.clear")}</button></p>
        )}
      </div>
    </section>
  );
}

/** In place of rows out of sight. */
function Space({ rows }: { rows: number }) {
  return <tr aria-hidden="true"><td style={{ height: `${rows * ROW}px` }} /></tr>;
}

function Row({ node, index, waiting, asOf, now, place, may, selected, setSelected }:
  Props & { node: FleetNode; index: number; now: number }) {
  const isOpen = place.node === node.nodeId;
  const by = node.drain?.askedBy ?? "";
  const reason = node.drain?.reason ?? "";
  return (
    <tr aria-rowindex={index} class={isOpen ? "open" : ""} onClick={(event) => {
      if (!(event.target as Element).closest("input, a")) {
        location.hash = linkTo({ node: node.nodeId, at: place.at });
      }
    }}>
      {may.length > 0 && (
        <td class="pick"><input type="checkbox" aria-label={t("col.select", { node: node.nodeId })}
          checked={selected.has(node.nodeId)} onChange={() => {
            const next = new Set(selected);
            if (!next.delete(node.nodeId)) next.add(node.nodeId);
            setSelected(next);
          }} /></td>
      )}
      <td class="node"><a href={linkTo({ node: node.nodeId, at: place.at })}>{node.nodeId}</a></td>
      <td class="state"><State of={node.state} /></td>
      <td class="waits">
        {queuedDrainOf(waiting, node) !== null ? t("waits.turn")
          : waitsFor(node.status, node.containers, node.applications?.length ?? null)}</td>
      <td class="left">{timeLeft(node, asOf, now)}</td>
      <td class="running">{node.running?.containers ?? ""}</td>
      <td class="by" title={reason}>{by}{reason !== "" && <q>{reason}</q>}</td>
    </tr>
  );
}

/** What the caller can do to these nodes; none for what makes no sense. */
export function Buttons({ nodes, may, act, counted = false }:
  { nodes: FleetNode[]; may: readonly Permission[]; act: (action: Action) => void; counted?: boolean }) {
  const of = (fits: (node: FleetNode) => boolean) =>
    nodes.filter(fits).map((node) => node.nodeId);
  const draining = of((node) => node.drain !== null);
  const serving = of((node) => node.drain === null && node.state !== "DECOMMISSIONED");
  const out = of((node) => node.drain !== null || node.state === "DECOMMISSIONED");
  const offers = [
    ["drain", "DRAIN", serving], ["recommission", "RECOMMISSION", out],
    ["timeout", "TIMEOUT", draining], ["force", "FORCE", draining],
  ] as const;
  if (may.length === 0) return null;
  return (
    <span class="buttons" role="group">
      {counted && <span>{t("act.selected", { n: nodes.length })}</span>}
      {offers.filter(([, needed, ids]) => ids.length > 0 && may.includes(needed)).map(([kind, , nodeIds]) => (
        <button type="button" key={kind} class={kind === "force" ? "danger" : ""}
          onClick={() => act({ kind, nodeIds })}>{t(`act.${kind}`)}</button>
      ))}
    </span>
  );
}
