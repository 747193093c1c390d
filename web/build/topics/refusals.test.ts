import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTopic } from './parse-topic.ts';
import { fillInRefusals, withRefusals } from './refusals.ts';

const page = readFileSync(new URL('../../src/features/documentation/topics/errors.md', import.meta.url), 'utf8');

function filled(source: string) {
  const topic = parseTopic('errors', source);
  fillInRefusals(topic);
  return topic.sections.flatMap(({ id, blocks }) => blocks.map((block) => ({ id, block })));
}

test('each line for a code has the sentences of the server, in the section of the code', () => {
  const places = filled(page).flatMap(({ id, block }) => (block.kind === 'refusals' ? [{ id, ...block }] : []));
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter(({ id, code, sentences }) => id !== code || sentences.length === 0)).toEqual([]);
  expect(places.find(({ code }) => code === 'not-found')?.sentences).toContain('Storage not found.');
});

test('as Markdown they are lists, in which no mark of Markdown is left to be read', () => {
  const text = withRefusals(page);
  expect(text).not.toContain(':::refusals');
  expect(text).toContain('- Storage not found.\n');
  expect(text).toMatch(/^- The field file\\_metadata cannot be used to filter\.$/m);
  expect(withRefusals('## a | A\n\ntext')).toBe('## a | A\n\ntext');
});

test('a code that is forgotten, or that no call has, stops the build', () => {
  expect(() => filled(page.replace(':::refusals conflict\n', ''))).toThrow('no place for the sentences of conflict');
  expect(() => filled(`${page}\n:::refusals payment-failed\n`)).toThrow('No call of the data API is refused with payment-failed');
});
