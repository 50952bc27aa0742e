import { render } from "preact";
import { App } from "./app";
import { firstLanguage, setLanguage } from "./words";

setLanguage(firstLanguage());
const root = document.getElementById("page");
if (root !== null) render(<App />, root);
