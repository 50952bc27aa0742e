import type { ComponentChildren } from "preact";
import { duration } from "./model";
import {
  PHASES, type Course, type DrainSpans, type DrainTimeline, type Mark, type Phase, type Span,
} from "./timeline";
import { clock, enumeration, t } from "./words";

const share = (part: number, whole: number) => `${(100 * part) / Math.max(1, whole)}%`;
const took = ({ from, to }: { from: number; to: number }) => duration((to - from) / 1000);

/** The phases of a drain on a scale of time, with nothing but their sums for who cannot see it. */
export function Spans({ of: { spans }, from, to, children }:
  { of: DrainSpans; from: number; to: number; children?: ComponentChildren }) {
  return (
    <svg class="spans" role="img" aria-label={sums(spans)}>
      {spans.map((span) => (
        <rect key={span.from} class={span.phase} x={share(span.from - from, to - from)}
          width={share(span.to - span.from, to - from)} height="100%">
          <title>{t(`phase.${span.phase}`)}, {took(span)}</title>
        </rect>
      ))}
      {children}
    </svg>
  );
}

function sums(spans: readonly Span[]): string {
  return enumeration(PHASES.map((phase) => [phase, spans.filter((span) => span.phase === phase)
    .reduce((sum, span) => sum + span.to - span.from, 0)] as const)
    .filter(([, millis]) => millis > 0)
    .map(([phase, millis]) => `${t(`phase.${phase}`)} ${duration(millis / 1000)}`));
}

export function Timeline({ of: drain }: { of: DrainTimeline }) {
  const { from, to, deadline, marks, spans, outcome, recorded } = drain;
  // A far deadline would leave no room for what has happened.
  const end = outcome === null && deadline !== null && deadline - from < 4 * (to - from)
    ? Math.max(to, deadline) : to;
  const line = (at: number, kind: Mark["kind"]) => at > end ? null : (
    <line key={`${kind} ${at}`} class={kind === "deadline" ? "deadline" : "instance"} x1={share(at - from, end - from)}
      x2={share(at - from, end - from)} y1="0" y2="100%" />
  );
  const rows = [
    ...spans.map((span) => ({ at: span.from, text: `${t(`phase.${span.phase}`)}, ${took(span)}` })),
    ...marks.map((mark) => ({ at: mark.at, text: told(mark) })),
    ...(outcome === null ? [] : [{ at: to, text: outcome }]),
  ].sort((a, b) => a.at - b.at);
  return (
    <>
      <h3>{t("time")}</h3>
      <Spans of={drain} from={from} to={end}>
        {marks.filter((mark) => mark.at > from).map((mark) => line(mark.at, mark.kind))}
        {deadline !== null && line(deadline, "deadline")}
      </Spans>
      <Axis from={from} to={end} />
      <Key phases={PHASES.filter((phase) => spans.some((span) => span.phase === phase))}>
        {deadline !== null && <li class="deadline">{t("time.deadline", { time: clock(deadline) })}</li>}
        {marks.some((mark) => mark.kind !== "deadline") && <li class="instance">{t("time.failover")}</li>}
      </Key>
      <details>
        <summary>{t("time.table")}</summary>
        <ol class="history">
          {rows.map((row, i) => (
            <li key={i}><time dateTime={new Date(row.at).toISOString()}>{clock(row.at)}</time>
              <span>{row.text}</span></li>
          ))}
        </ol>
        {outcome === null && <p><small>{t("time.recorded", { time: clock(recorded) })}</small></p>}
      </details>
    </>
  );
}

function told(mark: Mark): string {
  if (mark.kind !== "deadline") return t(`time.${mark.kind}`, { instance: mark.instance });
  return mark.deadline === null ? t("time.open") : t("time.deadline", { time: clock(mark.deadline) });
}

function Axis({ from, to }: { from: number; to: number }) {
  return <p class="axis"><span>{clock(from)}</span><span>{took({ from, to })}</span>
    <span>{clock(to)}</span></p>;
}

function Key({ phases, children }:
  { phases: readonly (Phase | "ended")[]; children?: ComponentChildren }) {
  return (
    <ul class="key">
      {phases.map((phase) => <li key={phase} class={phase}>{t(`phase.${phase}`)}</li>)}
      {children}
    </ul>
  );
}

/** From the bottom of the picture to its top. */
const STACK = ["ended", "held", "applications", "containers", "unreported", "unobserved"] as const;
const IN_TABLE = 12;

/** How the drains of an operation went: how many were in which phase, from its start to its end. */
export function CourseOf({ course: { from, to, steps }, drains }: { course: Course; drains: number }) {
  const count = (step: Course["steps"][number], what: (typeof STACK)[number]) =>
    what === "ended" ? step.ended : step.phases[what];
  const present = STACK.filter((each) => steps.some((step) => count(step, each) > 0));
  const area = (upTo: number) => [`0,${drains}`,
    ...steps.map((step, i) => `${i},${drains - present.slice(0, upTo + 1)
      .reduce((sum, each) => sum + count(step, each), 0)}`),
    `${steps.length - 1},${drains}`].join(" ");
  return (
    <>
      <h3>{t("time.course", { n: drains })}</h3>
      <svg class="course" aria-hidden="true" preserveAspectRatio="none"
        viewBox={`0 0 ${steps.length - 1} ${drains}`}>
        {present.map((each, i) => <polygon key={each} class={each} points={area(i)} />).reverse()}
      </svg>
      <Axis from={from} to={to} />
      <Key phases={present} />
      <details>
        <summary>{t("time.table")}</summary>
        <div class="scrolls" tabIndex={0} role="region" aria-label={t("time.table")}>
          <table class="plain">
            <thead><tr><th scope="col">{t("time.at")}</th>
              {present.map((each) => <th key={each} scope="col">{t(`phase.${each}`)}</th>)}</tr></thead>
            <tbody>
              {steps.filter((_, i) => i % IN_TABLE === 0).map((step) => (
                <tr key={step.at}><td>{clock(step.at)}</td>
                  {present.map((each) => <td key={each} class="number">{count(step, each)}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
