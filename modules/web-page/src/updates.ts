import { api, Refused, type Nodes, type Operation, type Queue } from "./api";
import { followEvents, type Silence } from "./events";
import { t } from "./words";

/** What the page shows, and how old it is. */
export interface Shown {
  fleet: Nodes | null;
  operations: Operation[];
  /** Null of the past. */
  queue: Queue | null;
  /** When the answer came, by the clock of the browser; null before the first. */
  asOf: number | null;
  failure: Refused | null;
  silence: Silence | null;
}

/** For what no event tells: containers that end, progress of applications, heartbeats. */
const POLL = 5_000;
/** While no events arrive, or no answers. */
const POLL_ALONE = 2_000;
/** An operation writes many events at once, and the leader may learn of them a moment later. */
const GATHER = 200;
const BETWEEN = 1_000;
/** An answer that takes so long is a failure until it comes: the leader may be gone. */
const LATE = 2_000;
/** A large fleet takes longer to answer: asking takes at most a tenth of the time. */
const SHARE = 10;
/** But one slow answer delays the next question by no more than this. */
const LONGEST = 10_000;

/**
 * Follows the fleet until it is told to stop, and rests while nobody sees the page. An event is
 * only a reason to ask early: what is shown are always answers. This is all that knows how news
 * arrive.
 *
 * @param at an instant of the past, which is asked for once; null for now
 */
export function follow(at: string | null, show: (change: Partial<Shown>) => void): () => void {
  const position = { id: null };
  let events = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let asking = false;
  let hasNews = false;
  let mayAskFrom = 0;
  let pollAt = 0;
  let took = 0;
  let alone = true;
  // A function: it changes while an answer is awaited.
  const isOver = () => over;

  function plan() {
    clearTimeout(timer);
    if (asking || over || document.hidden) return;
    const due = hasNews ? mayAskFrom : Math.max(mayAskFrom, pollAt);
    timer = setTimeout(() => void ask(), due - performance.now());
  }

  async function ask() {
    asking = true;
    hasNews = false;
    const started = performance.now();
    let failed = false;
    const late = setTimeout(() => {
      if (!over) show({ failure: new Refused(0, "late", t("late")) });
    }, Math.max(LATE, 3 * took));
    try {
      const [fleet, { operations }, queue] = await Promise.all(
        [api.nodes(at), api.operations(), at === null ? api.queue() : null]);
      if (isOver()) return;
      show({ fleet, operations, queue, asOf: Date.now(), failure: null });
      over = at !== null;
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      if (isOver()) return;
      show({ failure });
      failed = true;
      if (failure.status === 401 || failure.status === 400) stop();
    } finally {
      clearTimeout(late);
      asking = false;
    }
    const now = performance.now();
    // A failure does not show how long an answer takes.
    if (!failed) took = now - started;
    mayAskFrom = now + (failed ? BETWEEN : Math.min(Math.max(BETWEEN, SHARE * took), LONGEST));
    pollAt = now + (failed || alone ? POLL_ALONE : POLL);
    plan();
  }

  function news() {
    if (!hasNews) mayAskFrom = Math.max(mayAskFrom, performance.now() + GATHER);
    hasNews = true;
    plan();
  }

  function silence(silence: Silence | null) {
    const wasAlone = alone;
    alone = silence !== null;
    if (alone || wasAlone) show({ silence });
    if (alone && !wasAlone) news();
  }

  function rest() {
    clearTimeout(timer);
    events.abort();
  }

  function seen() {
    rest();
    if (document.hidden || over) return;
    pollAt = 0;
    plan();
    if (at !== null) return;
    events = new AbortController();
    void followEvents(events.signal, position, { news, silence });
  }

  function stop() {
    over = true;
    rest();
    document.removeEventListener("visibilitychange", seen);
  }

  document.addEventListener("visibilitychange", seen);
  seen();
  return stop;
}
