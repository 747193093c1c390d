import { readFileSync } from 'node:fs';
import { capabilities } from '@bedplate/contract';
import { describe, expect, test } from 'vitest';

const files = ['firestore.rules', 'storage.rules'];

describe.each(files)('%s', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const tables = [...text.matchAll(/function can(\w+)\(\)\s*\{ return claims\(\)\.role in (\[.*?\]); \}/g)];

  test('names every role table after a capability', () => {
    expect(tables.length).toBe(text.match(/function can\w+\(/g)?.length);
    expect(tables.length).toBeGreaterThan(0);
  });

  test.each(tables.map(([, name = '', roles = '']) => [capabilityOf(name), roles] as const))(
    'gives %s to the roles of the contract',
    (capability, roles) => {
      expect(JSON.parse(roles.replaceAll("'", '"'))).toEqual(capabilities[capability as keyof typeof capabilities]);
    },
  );

  test('asks every condition about a live console session in the same words', () => {
    const firestore = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
    expect(sessionRule(text)).toBe(sessionRule(firestore));
  });
});

/** `ProjectsList` → `projects.list`; a capability of one word has no dot. */
function capabilityOf(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.join('.') in capabilities ? words.join('.') : words.join('');
}

function sessionRule(text: string): string {
  const [rule = ''] = /function isConsole\(\) \{[\s\S]*?function isAlive[\s\S]*?\}/.exec(text) ?? [];
  return rule.replace('firestore.get(/databases/(default)/', 'get(/databases/$(database)/').replaceAll(/\s+/g, ' ');
}
