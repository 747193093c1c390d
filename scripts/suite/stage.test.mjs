import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';
import { configFor } from './stage.mjs';

const deployed = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));

/** @returns the sources of each rule of the pages' Content-Security-Policy */
function policyOf({ hosting }) {
  const headers = hosting.headers.flatMap((each) => each.headers);
  const { value } = headers.find(({ key }) => key === 'Content-Security-Policy');
  return Object.fromEntries(
    value
      .split(';')
      .map((rule) => rule.trim().split(' '))
      .map(([name, ...sources]) => [name, sources]),
  );
}

test('the deployed console reaches named hosts over HTTPS alone, and nothing of this machine', () => {
  const sources = Object.values(policyOf(deployed)).flat();
  expect(sources).toContain('https://firestore.googleapis.com');
  for (const source of sources)
    expect(source).toMatch(
      /^('(self|none|unsafe-inline)'|data:|blob:|https:\/\/(\*\.js\.stripe\.com|[a-z.]+\.(com|network))(\/[\w/.]*)?)$/,
    );
});

test("an image of Google's tells Firebase's SDK whether there is a network at all", () => {
  // From @firebase/webchannel-wrapper: without it each attempt of a browser offline is a refusal in its console.
  expect(policyOf(deployed)['img-src']).toContain('https://www.google.com/images/cleardot.gif');
});

test('inline code is for styles alone', () => {
  const rules = Object.entries(policyOf(deployed)).filter(([, sources]) => sources.includes("'unsafe-inline'"));
  expect(rules.map(([name]) => name)).toEqual(['style-src']);
});

test('a local copy also reaches its emulators, and the card form of its own stand-in', () => {
  const local = policyOf(configFor({ stripe: 12111 }));
  const added = Object.entries(policyOf(deployed)).map(([name, sources]) => [
    name,
    local[name].filter((source) => !sources.includes(source)),
  ]);
  expect(added.filter(([, sources]) => sources.length > 0)).toEqual([
    ['script-src', ['http://127.0.0.1:12111']],
    ['img-src', ['http://127.0.0.1:*']],
    ['connect-src', ['http://127.0.0.1:*']],
  ]);
});
