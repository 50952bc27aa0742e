import assert from "node:assert/strict";
import test from "node:test";
import { frameIds } from "../../src/events";

test("a frame counts once it is complete, wherever the pieces are cut", () => {
  const stream = ':\n\nid: 0\nretry: 1000\n\nid: 11-fd2a\ndata: {"reason":"id: 9"}\n\nid: 12\n';
  for (let cut = 0; cut <= stream.length; cut++) {
    const ids = frameIds();
    assert.deepEqual([...ids(stream.slice(0, cut)), ...ids(stream.slice(cut))], ["0", "11-fd2a"]);
  }
});

test("a comment is no event", () => {
  assert.deepEqual(frameIds()(":\n\n:\n\n"), []);
});
