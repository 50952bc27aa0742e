import assert from "node:assert/strict";
import test from "node:test";
import { fill } from "../../src/words";
import { en, type Key } from "../../src/words/en";
import { zh } from "../../src/words/zh";

const names = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((each) => each[1]))].sort();

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
});

for (const key of Object.keys(en) as Key[]) {
  test(`${key} is said with the same values, and is not empty`, () => {
    assert.deepEqual(names(zh[key]), names(en[key]));
    assert.notEqual(zh[key].trim(), "");
  });
}

test("a number takes the word that fits", () => {
  assert.equal(fill("{n|node|nodes} left", { n: 1 }), "1 node left");
  assert.equal(fill("{n|node|nodes} left", { n: 0 }), "0 nodes left");
  assert.equal(fill("{n|node|nodes} left", { n: 10_000 }), "10,000 nodes left");
});

test("a value with braces is not filled again", () => {
  assert.equal(fill("{a} {b}", { a: "{b}", b: "x" }), "{b} x");
});
