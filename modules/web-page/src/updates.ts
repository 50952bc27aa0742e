import { api, Refused, type Nodes, type Operation } from "./api";

/** What the page shows, and how old it is. */
export interface Shown {
  fleet: Nodes | null;
  operations: Operation[];
  /** When the answer came, by the clock of the browser; null before the first. */
  asOf: number | null;
  failure: Refused | null;
}

const BETWEEN = 2_000;
/** A large fleet takes longer to answer: asking takes at most a tenth of the time. */
const SHARE = 10;

/**
 * Follows the fleet until it is told to stop, and rests while nobody sees the page. This is all
 * that knows how news arrive.
 *
 * @param at an instant of the past, which is asked for once; null for now
 */
export function follow(at: string | null, show: (change: Partial<Shown>) => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;

  async function ask() {
    if (asking || stopped) return;
    asking = true;
    clearTimeout(timer);
    const started = performance.now();
    let again = true;
    try {
      const [fleet, { operations }] = await Promise.all([api.nodes(at), api.operations()]);
      if (!isStopped()) show({ fleet, operations, asOf: Date.now(), failure: null });
      again = at === null;
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      if (!isStopped()) show({ failure });
      again = failure.status !== 401 && failure.status !== 400;
    } finally {
      asking = false;
    }
    const took = performance.now() - started;
    if (again && !isStopped() && !document.hidden) {
      timer = setTimeout(() => void ask(), Math.max(BETWEEN, SHARE * took));
    }
  }
  // A function: it changes while an answer is awaited.
  const isStopped = () => stopped;
  const seen = () => {
    if (document.hidden) clearTimeout(timer);
    else if (at === null) void ask();
  };
  document.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
