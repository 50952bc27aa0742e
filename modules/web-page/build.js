// Builds the page into target/classes/ebb/page: index.html, and assets whose names have a hash.
// --serve builds again on each change and passes /api to a running instance (EBB_URL).
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import esbuild from "esbuild";

const out = path.join(import.meta.dirname ?? process.cwd(), "target/classes/ebb/page");
const serves = process.argv.includes("--serve");

const index = {
  name: "index",
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const built = Object.keys(result.metafile.outputs).map((file) => path.basename(file));
      const named = (start, end) => built.find((f) => f.startsWith(start) && f.endsWith(end));
      const html = (await readFile("src/index.html", "utf8"))
        .replace("%script%", named("main-", ".js"))
        .replace("%theme%", named("first-theme-", ".js"))
        .replace("%style%", named("style-", ".css"))
        .replace("%icon%", named("icon-", ".svg"));
      await writeFile(path.join(out, "index.html"), html);
      // The server offers what is listed, and nothing else.
      const listed = built.filter((file) => !file.endsWith(".map")).sort();
      await writeFile(path.join(out, "assets.txt"), listed.join("\n") + "\n");
    });
  },
};

const options = {
  entryPoints: [
    "src/main.tsx", "src/first-theme.ts", "src/style.css", "src/icon.svg",
  ],
  outdir: path.join(out, "assets"),
  entryNames: "[name]-[hash]",
  loader: { ".svg": "copy" },
  bundle: true,
  format: "esm",
  target: ["chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: !serves,
  legalComments: "eof",
  // Its licence has to be in each copy of Preact.
  banner: { js: `/*! Preact\n${await readFile("node_modules/preact/LICENSE", "utf8")}*/` },
  metafile: true,
  plugins: [index],
};

await rm(out, { recursive: true, force: true });
await mkdir(path.join(out, "assets"), { recursive: true });
if (serves) {
  const context = await esbuild.context(options);
  await context.watch();
  const files = await context.serve({ host: "127.0.0.1", servedir: out });
  const api = new URL(process.env.EBB_URL ?? "http://127.0.0.1:8091");
  http
    .createServer((request, response) => {
      const to = request.url.startsWith("/api/")
        ? { host: api.hostname, port: api.port }
        : { host: "127.0.0.1", port: files.port };
      const headers = { ...request.headers, host: `${to.host}:${to.port}` };
      const passed = http.request(
        { ...to, path: request.url, method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode, answer.headers);
          answer.pipe(response);
        },
      );
      passed.on("error", () => response.writeHead(502).end());
      request.pipe(passed);
    })
    .listen(8092, "127.0.0.1", () => console.log("http://127.0.0.1:8092/ for", api.href));
} else {
  await esbuild.build(options);
}
