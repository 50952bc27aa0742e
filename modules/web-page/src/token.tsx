import { useState } from "preact/hooks";
import { token, type Refused } from "./api";
import { t } from "./words";

export function TokenForm({ failure, onToken }: { failure: Refused; onToken: () => void }) {
  const [value, setValue] = useState("");
  const wrong = token.get() !== null;
  return (
    <main class="token">
      <form onSubmit={(event) => {
        event.preventDefault();
        token.set(value.trim());
        onToken();
      }}>
        <h1>{t("token.title")}</h1>
        <p>{t("token.hint")}</p>
        <label for="token">{t("token.label")}</label>
        <input id="token" type="password" autocomplete="off" required value={value}
          onInput={(event) => setValue(event.currentTarget.value)} />
        {wrong && <p role="alert" class="bad">{t("token.wrong", { reason: failure.message })}</p>}
        <button type="submit" class="main">{t("token.go")}</button>
      </form>
    </main>
  );
}
