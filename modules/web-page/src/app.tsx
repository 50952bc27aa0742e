import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { Actions, type Action } from "./actions";
import { api, Refused, token, type Caller, type NodeState, type Permission } from "./api";
import { Fleet } from "./fleet";
import { duration, queuedDrainOf, waitingHosts, type View } from "./model";
import { NodePanel } from "./node";
import { NodesTable } from "./nodes";
import { OperationPanel } from "./operation";
import { useNow } from "./parts";
import { linkTo, parsePlace } from "./place";
import { QueuePanel } from "./queue";
import { keepTheme, theme, THEMES } from "./theme";
import { TokenForm } from "./token";
import { follow, type Shown } from "./updates";
import { clock, keepLanguage, language, t } from "./words";

const NOTHING_MAY: readonly Permission[] = [];
const NOTHING: Shown =
  { fleet: null, operations: [], queue: null, asOf: null, failure: null, silence: null };
/** A second missed is no news for an operator. */
const STALE_AFTER = 5_000;
const ASK_AGAIN = 2_000;

export function App() {
  const [place, setPlace] = useState(() => parsePlace(location.hash));
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [caller, setCaller] = useState<Caller | null>(null);
  const [tries, setTries] = useState(0);
  const [lang, setLang] = useState(language());
  const [view, setView] = useState<View>(
    { states: new Set<NodeState>(), search: "", column: "left", descending: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [action, setAction] = useState<Action | null>(null);

  useEffect(() => {
    const moved = () => setPlace(parsePlace(location.hash));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);

  useEffect(() => {
    setShown((old) => ({ ...NOTHING, failure: old.failure }));
    return follow(place.at, (change) => setShown((old) => ({ ...old, ...change })));
  }, [place.at, tries]);

  useEffect(() => {
    let isCurrent = true;
    let again = 0;
    const ask = () => api.whoami().then((found) => {
      if (isCurrent) setCaller(found);
    }, (failure: unknown) => {
      if (!(failure instanceof Refused)) throw failure;
      if (!isCurrent) return;
      setCaller(null);
      // Without a caller there are no buttons. A missing token is asked for with the fleet's answer.
      if (failure.status !== 401) again = window.setTimeout(() => void ask(), ASK_AGAIN);
    });
    void ask();
    return () => {
      isCurrent = false;
      window.clearTimeout(again);
    };
    // After a failure that has passed, too.
  }, [tries, shown.failure === null]);

  const close = useCallback(() => {
    location.hash = linkTo({ at: parsePlace(location.hash).at });
  }, []);

  const waiting = useMemo(() => waitingHosts(shown.queue), [shown.queue]);

  if (shown.failure?.status === 401) {
    return <TokenForm failure={shown.failure} onToken={() => {
      setShown(NOTHING);
      setTries(tries + 1);
    }} />;
  }
  const may = place.at === null ? caller?.permissions ?? NOTHING_MAY : NOTHING_MAY;
  const queueId = shown.queue === null ? null : place.queue;
  const known = shown.fleet?.nodes.find((node) => node.nodeId === place.node) ?? null;
  return (
    <div class="page" key={lang}>
      <a class="skip" href="#nodes" onClick={(event) => {
        event.preventDefault();
        document.getElementById("nodes")?.focus();
      }}>{t("skip")}</a>
      <header>
        <h1>Ebb</h1>
        <PastField at={place.at} />
        <span class="grow" />
        {caller !== null && <span class="who">{who(caller)}</span>}
        {token.get() !== null && (
          <button type="button" onClick={() => {
            token.clear();
            setCaller(null);
            setTries(tries + 1);
          }}>{t("token.forget")}</button>
        )}
        <ThemeField />
        <button type="button" lang={lang === "en" ? "zh-CN" : "en"} onClick={() => {
          const to = lang === "en" ? "zh" : "en";
          keepLanguage(to);
          setLang(to);
        }}>{t("language.other")}</button>
      </header>
      <Banner shown={shown} at={place.at} />
      {shown.fleet !== null && (
        <main class={place.node ?? place.operation ?? queueId ? "with-panel" : ""}>
          <div class="all">
            <Fleet fleet={shown.fleet} operations={shown.operations} queue={shown.queue} view={view} setView={setView}
              at={place.at} />
            <NodesTable nodes={shown.fleet.nodes} waiting={waiting} asOf={place.at === null ? shown.asOf : null}
              view={view} setView={setView} place={place} may={may}
              selected={selected} setSelected={setSelected} act={setAction} />
          </div>
          {place.node !== null && (
            <NodePanel key={place.node} nodeId={place.node} at={place.at} may={may}
              known={known} queued={known === null ? null : queuedDrainOf(waiting, known)}
              asOf={shown.asOf} act={setAction} close={close} />
          )}
          {place.node === null && place.operation !== null && (
            <OperationPanel key={place.operation} id={place.operation} asOf={shown.asOf}
              nodes={shown.fleet.nodes} may={may} act={setAction} close={close} />
          )}
          {place.node === null && place.operation === null && queueId !== null
            && shown.queue !== null && (
            <QueuePanel key={queueId} id={queueId} queue={shown.queue}
              nodes={shown.fleet.nodes} may={may} act={setAction} close={close} />
          )}
        </main>
      )}
      {action !== null && shown.fleet !== null && (
        <Actions action={action} nodes={shown.fleet.nodes} close={(done) => {
          setAction(null);
          if (done) setSelected(new Set());
        }} />
      )}
    </div>
  );
}

function who(caller: Caller): string {
  if (caller.permissions.length === 0) return t("who.reader", { name: caller.name });
  const name = caller.scope === null ? caller.name : `${caller.name} (${caller.scope})`;
  return t(caller.verified ? "who.admin" : "who.unverified", { name });
}

function Banner({ shown, at }: { shown: Shown; at: string | null }) {
  const now = useNow();
  const age = shown.asOf === null ? null : now - shown.asOf;
  let text: string | null = null;
  if (shown.failure !== null) {
    const reason = shown.failure.message;
    text = age === null || shown.asOf === null
      ? t("unreachable", { reason })
      : age < STALE_AFTER ? null
      : t("stale", { age: duration(age / 1000), reason, at: clock(shown.asOf) });
  } else if (shown.silence !== null && age !== null && now - shown.silence.since > STALE_AFTER) {
    text = t("silence", { age: duration(age / 1000), reason: shown.silence.reason });
  }
  return (
    <>
      <div role="alert" class={text === null ? "" : "banner bad"}>{text}</div>
      {at !== null && shown.fleet !== null && (
        <div role="status" class="banner past">{t("at.past", { at: clock(at) })}</div>
      )}
      {shown.fleet === null && text === null && <p class="loading">{t("loading")}</p>}
    </>
  );
}

function ThemeField() {
  return (
    <select aria-label={t("theme")} value={theme()} onChange={(event) => {
      const { value } = event.currentTarget;
      keepTheme(THEMES.find((each) => each === value) ?? "system");
    }}>
      {THEMES.map((each) => <option key={each} value={each}>{t(`theme.${each}`)}</option>)}
    </select>
  );
}

function PastField({ at }: { at: string | null }) {
  const local = at === null ? "" : toLocal(new Date(at));
  return (
    <form class="past-field" onSubmit={(event) => event.preventDefault()}>
      <label for="at">{t("at")}</label>
      <input id="at" type="datetime-local" step="1" value={local} max={toLocal(new Date())}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const chosen = new Date(value);
          if (value !== "" && !Number.isNaN(chosen.getTime())) {
            location.hash = linkTo(
              { ...parsePlace(location.hash), at: chosen.toISOString().replace(/\.\d+Z/, "Z") });
          }
        }} />
      {at !== null && (
        <button type="button" onClick={() => {
          location.hash = linkTo({ ...parsePlace(location.hash), at: null });
        }}>{t("now")}</button>
      )}
    </form>
  );
}

function toLocal(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
