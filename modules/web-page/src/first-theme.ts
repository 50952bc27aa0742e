/** A script of its own, which runs before anything is drawn. */
import { showTheme, systemIsDark } from "./theme";

showTheme();
systemIsDark.addEventListener("change", showTheme);
