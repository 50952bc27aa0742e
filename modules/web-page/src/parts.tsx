import { useEffect, useState } from "preact/hooks";
import type { DrainStatus, FleetNode, Forecast } from "./api";
import { duration } from "./model";
import { clock, enumeration, t } from "./words";

/** States have the names that YARN's own pages, commands and logs give them, in every language. */
export function State({ of: state }: { of: string }) {
  return <span class={`state ${state}`}>{state}</span>;
}

/** @param seconds negative for no limit */
export const timeout = (seconds: number) => seconds < 0 ? t("left.none") : duration(seconds);

/** The time of the browser, every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Counts down from what the server said, so a wrong clock of the browser does no harm.
 *
 * @param asOf when it was said, by the clock of the browser; null of the past, which stands still
 */
export function timeLeft(node: FleetNode, asOf: number | null, now: number): string {
  if (node.drain === null) return "";
  if (node.drain.secondsLeft === null) return t(node.drain.held ? "phase.held" : "left.none");
  const seconds = node.drain.secondsLeft - (asOf === null ? 0 : Math.max(0, now - asOf) / 1000);
  return seconds <= 0 ? t("left.over") : duration(seconds);
}

export function waitsFor(status: DrainStatus | null, containers: number | null, apps: number | null) {
  if (status === null) return "";
  if (containers === null || apps === null) return t("waits.unknown");
  const parts: string[] = [];
  if (containers > 0) parts.push(t("waits.containers", { n: containers }));
  if (apps > 0) parts.push(t("waits.applications", { n: apps }));
  return enumeration(parts);
}

/** When something probably ends; null where the past says too little. */
export function probably(forecast: Forecast | null): string | null {
  if (forecast === null || forecast.earliest === null) return null;
  const { earliest, latest, percent } = forecast;
  const values = { from: clock(earliest), to: latest === null ? "" : clock(latest), percent };
  return t(latest === null ? "forecast.open" : "forecast", values);
}

/** The same, with how often such a forecast was right, or why there is none. */
export function Probably({ of: forecast }: { of: Forecast | null }) {
  if (forecast === null) return null;
  const text = probably(forecast);
  const { checked, right, summary } = forecast;
  return text === null ? <p lang="en">{summary}</p>
    : <p>{text} <small>{t("forecast.right", { checked, right })}</small></p>;
}
