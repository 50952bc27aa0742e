import { en, type Key } from "./words/en";
import { zh } from "./words/zh";

export type Language = "en" | "zh";
export type { Key };

const WORDS = { en, zh };
const KEPT = "ebb-language";
let current: Language = "en";
/** Kept, because a new one takes longer than to draw a row. */
let numbers = new Intl.NumberFormat(current);

export function language(): Language {
  return current;
}

export function setLanguage(to: Language) {
  current = to;
  numbers = new Intl.NumberFormat(to);
  document.documentElement.lang = to === "zh" ? "zh-CN" : "en";
}

export function keepLanguage(to: Language) {
  localStorage.setItem(KEPT, to);
  setLanguage(to);
}

/** The one chosen earlier, or else the first of the browser's that there is. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "en" || kept === "zh") return kept;
  const wanted = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return wanted.find((each): each is Language => each === "en" || each === "zh") ?? "en";
}

export type Values = Record<string, string | number>;

export function fill(text: string, values: Values): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one: string | undefined, other: string | undefined) => {
      const value = values[name] ?? "";
      const shown = typeof value === "number" ? numbers.format(value) : value;
      return one === undefined ? shown : `${shown} ${value === 1 ? one : (other ?? one)}`;
    },
  );
}

export const t = (key: Key, values: Values = {}) => fill(WORDS[current][key], values);

/** What a sentence counts up. */
export const enumeration = (parts: string[]) => parts.join(current === "zh" ? "、" : ", ");

const day = (date: Date) => date.toDateString();

/** Without the day where that is today. */
export function clock(at: string | number | Date): string {
  const date = new Date(at);
  return date.toLocaleString(current === "zh" ? "zh-CN" : "en-GB", {
    ...(day(date) === day(new Date()) ? {} : { day: "2-digit", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
