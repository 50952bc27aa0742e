import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "./api";
import { t } from "./words";

/** Beside the table, or over it where there is no room; Escape closes it. */
export function Panel({ title, close, children }:
  { title: ComponentChildren; close: () => void; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog[open]") === null) close();
    };
    addEventListener("keydown", key);
    return () => {
      removeEventListener("keydown", key);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [close]);
  return (
    <aside class="panel" aria-labelledby="panel-title">
      <div class="head">
        <h2 id="panel-title" tabIndex={-1} ref={heading}>{title}</h2>
        <button type="button" onClick={close}>{t("panel.close")}</button>
      </div>
      {children}
    </aside>
  );
}

/**
 * Asks whenever `on` changes, and keeps what it knows while it asks again. What changes during an
 * answer is asked for after it.
 */
export function useAnswer<T>(ask: () => Promise<T>, on: readonly unknown[]): [T | null, string | null] {
  const [answer, setAnswer] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [missed, setMissed] = useState(0);
  const asking = useRef(false);
  const misses = useRef(false);
  useEffect(() => {
    misses.current = asking.current;
    if (asking.current) return;
    asking.current = true;
    ask().then(
      (value) => {
        setAnswer(value);
        setFailure(null);
      },
      (reason: unknown) => {
        if (!(reason instanceof Refused)) throw reason;
        setFailure(reason.message);
      },
    ).finally(() => {
      asking.current = false;
      if (misses.current) setMissed(missed + 1);
    });
  }, [...on, missed]);
  return [answer, failure];
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return children === null || children === "" ? null : (
    <div><dt>{name}</dt><dd>{children}</dd></div>
  );
}
