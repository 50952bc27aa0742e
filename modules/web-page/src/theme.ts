/** Light, dark, or as the system is. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "ebb-theme";
export const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** The one chosen earlier. */
export const theme = (): Theme =>
  THEMES.find((each) => each === localStorage.getItem(KEPT)) ?? "system";

export function showTheme() {
  const kept = theme();
  document.documentElement.dataset.theme =
    kept !== "system" ? kept : systemIsDark.matches ? "dark" : "light";
}

export function keepTheme(to: Theme) {
  localStorage.setItem(KEPT, to);
  showTheme();
}
