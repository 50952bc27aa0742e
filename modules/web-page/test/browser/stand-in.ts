/** A server with the page as it was built, an API that answers what a test wants, and its events. */
import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";

const BUILT = "target/classes/ebb/page";
const TYPES: Record<string, string> =
  { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html" };
/** As PageRoute has it. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
  + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
  + "require-trusted-types-for 'script'; trusted-types 'none'";

export class StandIn {
  /** By path below /api/v1; what is not here is not found. */
  readonly answers = new Map<string, { status: number; body: string }>();
  /** How often each path was asked for. */
  readonly asked = new Map<string, number>();
  /** The position that each follower of the events gave, null for none. */
  readonly positions: (string | null)[] = [];
  /** That requests must have; null for any. */
  token: string | null = null;
  /** What each answer waits for. */
  until: Promise<void> = Promise.resolve();
  private readonly followers = new Set<http.ServerResponse>();
  private last = 7;
  private streams = true;
  private readonly server = http.createServer((request, response) => this.answer(request, response));

  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  say(path: string, body: unknown, status = 200) {
    this.answers.set(path, { status, body: JSON.stringify(body) });
  }

  /** Writes events to whoever follows. */
  tell(events = 1) {
    for (let i = 0; i < events; i++) {
      const frame = `id: ${++this.last}\ndata: {"event":"node.registered","reason":"id: 1"}\n\n`;
      for (const follower of this.followers) follower.write(frame);
    }
  }

  breakStream() {
    this.streams = false;
    for (const follower of this.followers) follower.destroy();
  }

  mendStream() {
    this.streams = true;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    if (!pathname.startsWith("/api/v1/")) { file(pathname, response); return; }
    const path = pathname.slice("/api/v1".length);
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1);
    const isKnown =
      this.token === null || request.headers.authorization === `Bearer ${this.token}`;
    if (isKnown && path === "/events") { this.follow(request, response); return; }
    const { status, body } = !isKnown ? problem(401, "nobody knows it")
      : (this.answers.get(path) ?? problem(404, "not here"));
    void this.until.then(() =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(body));
  }

  private follow(request: http.IncomingMessage, response: http.ServerResponse) {
    const position = request.headers["last-event-id"] ?? null;
    this.positions.push(position === null ? null : String(position));
    if (!this.streams) {
      response.writeHead(503, { "Content-Type": "application/json" })
        .end(problem(503, "the journal rests").body);
      return;
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`id: ${this.last}\nretry: 1000\n\n`);
    this.followers.add(response);
    response.on("close", () => this.followers.delete(response));
  }
}

const problem = (status: number, detail: string) =>
  ({ status, body: JSON.stringify({ code: "problem", detail }) });

function file(pathname: string, response: http.ServerResponse) {
  const name = pathname === "/" ? "/index.html" : pathname;
  response.writeHead(200, { "Content-Type": TYPES[name.split(".").at(-1) ?? ""] ?? "",
    "Content-Security-Policy": POLICY });
  response.end(readFileSync(BUILT + name));
}
