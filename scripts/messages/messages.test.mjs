import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../suite/paths.mjs';
import { refusalKeysIn } from './console-refusals.mjs';
import { messagesPage } from './page.mjs';
import { makersOf, refusalsIn } from './refusals-in.mjs';
import { dataApiRefusals, isNamedBy, shown } from './server-refusals.mjs';

test('docs/messages.md is current: npm run messages writes it', async () => {
  const page = await messagesPage();
  expect(page).toBe(readFileSync(join(root, 'docs/messages.md'), 'utf8'));
  expect(page.split('\n').filter((row) => row.endsWith('| – |'))).toEqual([]); // a text that nothing says
});

test.each([
  ["throw new ApiError('conflict', say('jobRunning'));", [{ code: 'conflict', key: 'jobRunning' }]],
  ["throw invalidField('asOf', 'It must be a time.');", [{ code: 'invalid-argument', text: 'It must be a time.' }]],
  ["throw new ApiError('conflict', `At most ${max} of them.`);", [{ code: 'conflict', text: 'At most {…} of them.' }]],
  ["throw notFound('Storage');", [{ code: 'not-found', key: 'notFound.Storage' }]],
  ["throw new ApiError('query-too-broad', say(`tooBroad.${kind}`));", [{ code: 'query-too-broad', key: 'tooBroad.*' }]],
  ["throw of(write, { code: 'conflict', sentence: say('recordGone') });", [{ code: 'conflict', key: 'recordGone' }]],
  [
    "function wrong(sentence) { return invalidField('or', sentence); } throw wrong(say('orShape'));",
    [{ code: 'invalid-argument', key: 'orShape' }],
  ],
  [
    "const one = say('a'); throw new ApiError('conflict', one); throw new ApiError('not-found', say('b'));",
    [
      { code: 'conflict', key: 'a' },
      { code: 'not-found', key: 'b' },
    ],
  ],
  ["const one = say('a'); throw new ApiError('conflict', one);", [{ code: 'conflict', key: 'a' }]],
  ["const advice = 'Take fewer of them.';", [{ code: null, text: 'Take fewer of them.' }]],
  ["throw new Error('This is for the logs.');", []],
])('of %s the sentence has its code', (source, refusals) => {
  expect(refusalsIn(source)).toEqual(refusals);
});

test('a function that another file exports gives its code to the sentence', () => {
  const makers = makersOf(
    "export function denied(sentence) { throw new ApiError('permission-denied', sentence); } function own(it) { invalidField('a', it); }",
  );
  expect([...makers]).toEqual([['denied', 'permission-denied']]);
  expect(refusalsIn("denied(say('roleDenied'))", makers)).toEqual([{ code: 'permission-denied', key: 'roleDenied' }]);
});

test('a star in a key stands for any name', () => {
  expect(['notFound.Storage', 'notFound.', 'found.Storage'].map((key) => isNamedBy(key, 'notFound.*'))).toEqual([true, false, false]);
  expect(isNamedBy('jobRunning', 'jobRunning')).toBe(true);
});

test('a sentence with plural forms is shown in the general one', () => {
  expect(shown('You keep {max, plural, one {# backup} other {# backups}} of {…}.')).toBe('You keep {max} backups of ….');
});

test('texts of failures are found where they are shown, and others are not', () => {
  const source = `const page = <List title={t('a.title')} failed={t('a.failed')} />;
    const list = { title: 'b.title', failed: 'b.failed' };
    toast.error(messageOf(error, t('c.failed')));
    toast.success(t('d.saved'));`;
  expect([...refusalKeysIn(source)]).toEqual(['a.failed', 'b.failed', 'c.failed']);
});

test('the refusals of the data API are sentences by their code', () => {
  const refusals = dataApiRefusals();
  expect(refusals['not-found']).toContain('Storage not found.');
  expect(refusals['invalid-argument']).toContain('asOf must be a time such as 2026-05-01T12:00:00.000Z.');
  expect(refusals.conflict).toContain('The record is not as it was at {time}: it was changed at {changed}.');
  expect(refusals['feature-off']).toContain('Imports are switched off at the moment. Please try again later.');
  expect(refusals['feature-off']).not.toContain('Purchases are switched off at the moment. You have not been charged.');
  const all = Object.values(refusals).flat();
  expect(all.filter((sentence) => !/[.!?]$/.test(sentence) || /plural|\{…\}/.test(sentence))).toEqual([]);
});
