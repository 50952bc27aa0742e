/** The stream of events, read by fetch: an EventSource cannot send a token. */
import { api, Refused } from "./api";
import { t } from "./words";

/** Since when no events arrive, and why. */
export interface Silence { since: number; reason: string }

export interface Listener {
  /** Something was written to the journal, or may have been. */
  news: () => void;
  /** Null as soon as events arrive. */
  silence: (silence: Silence | null) => void;
}

/** As the server's "retry". */
const AGAIN_AFTER = 1_000;
/** The server sends a comment if nothing else has been for ten seconds. */
const SILENT_AFTER = 25_000;

/**
 * Follows until the signal, and connects again after each end.
 *
 * @param position the id after which to go on; moved with each event
 */
export async function followEvents(
  signal: AbortSignal, position: { id: string | null }, { news, silence }: Listener) {
  let since: number | null = null;
  for (;;) {
    let reason = t("events.ended");
    try {
      await readEvents(signal, position.id, (ids) => {
        since = null;
        silence(null);
        if (ids.length === 0) return;
        position.id = ids.at(-1) ?? null;
        news();
      });
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof Error)) throw failure;
      // Of another journal, or of what this one no longer keeps: what is shown is asked for anew.
      if (failure instanceof Refused && [400, 404, 410].includes(failure.status)) position.id = null;
      reason = failure.message;
    }
    since ??= Date.now();
    silence({ since, reason });
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    if (signal.aborted) return;
  }
}

/** Returns at the end of the stream; throws if there is none, if it breaks, or if it is silent. */
async function readEvents(
  signal: AbortSignal, after: string | null, arrived: (ids: string[]) => void) {
  const connection = new AbortController();
  const end = () => connection.abort(signal.reason);
  signal.addEventListener("abort", end);
  const tooLate = () => connection.abort(new Error(t("events.silent")));
  let timer = setTimeout(tooLate, SILENT_AFTER);
  try {
    const body = await api.events(after, connection.signal);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const ids = frameIds();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(tooLate, SILENT_AFTER);
      arrived(ids(value));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    // So that no connection is left open.
    connection.abort();
  }
}

/** The ids of the frames of a stream that arrives in pieces; a frame counts when it is complete. */
export function frameIds(): (piece: string) => string[] {
  let rest = "";
  return (piece) => {
    const frames = (rest + piece).split("\n\n");
    rest = frames.pop() ?? "";
    return frames.flatMap((frame) => /^id: (.+)$/m.exec(frame)?.[1] ?? []);
  };
}
