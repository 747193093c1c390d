import { statusOf } from '@bedplate/contract/errors';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Topic } from '../../../build/topics/topic.ts';
import { loadAllTopics } from './load-topic.ts';
import { fillIn, idsByKey, visitorValues } from './sample-values.ts';
import { searchOf } from './search-topics.ts';
import { topicList } from './topic-list.ts';

const topics = await loadAllTopics();
const html = topics
  .flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'html' ? block.html : ''))))
  .join('\n');

test('the menu names every topic', () => {
  const names = topics.map(({ slug, menu }) => ({ slug, menu })).toSorted((a, b) => a.slug.localeCompare(b.slug));
  expect(names).toEqual([...topicList].toSorted((a, b) => a.slug.localeCompare(b.slug)));
});

test('links between topics lead somewhere, and pictures are there', () => {
  const places = new Set(
    topics.flatMap(({ slug, sections }) => [`/documentation/${slug}`, ...sections.map(({ id }) => `/documentation/${slug}#${id}`)]),
  );
  for (const [, address = ''] of html.matchAll(/href="(\/documentation[^"]*)"/g)) expect(places).toContain(address);
  const pictures = [...html.matchAll(/src="(\/pictures\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(pictures.length).toBeGreaterThan(10);
  for (const picture of pictures) expect(existsSync(`public${picture}`) ? '' : picture).toBe('');
});

test('every place in a topic has a value', () => {
  const text = JSON.stringify(topics);
  expect(fillIn(text, visitorValues)).not.toMatch(/\{\{\w+\}\}/);
});

test('files of guides name each storage by its key, whichever one the reader has chosen or made first', () => {
  const files = topics.flatMap(({ sections }) =>
    sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'samples' ? block.samples.filter(({ file }) => file) : []))),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ code }) => /\{\{storage(Id|Key)\}\}/.test(code)).map(({ file }) => file)).toEqual([]);
  const own = [
    { id: 'first', key: 'users' },
    { id: 'second', key: 'notes' },
  ];
  expect(idsByKey(own)).toMatchObject({ usersStorageId: 'first', notesStorageId: 'second', ordersStorageId: 'YOUR_ORDERS_STORAGE_ID' });
});

const search = await searchOf(topics);
const found = (query: string) => search(query).map(({ slug }) => slug);

test('a search finds sections with all words, titles first', () => {
  expect(found('restore deleted').length).toBeGreaterThan(0);
  expect(found('sandbox')[0]).toBe('sandbox');
  expect(found('zzzz')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

test('a search knows the words of other systems', () => {
  expect(found('rls policy')).toContain('access-rules');
  expect(found('populate')).toContain('fields');
  expect(found('collections')).toContain('create');
  expect(found('organizations').slice(0, 3)).toContain('teams');
  expect(found('cors').length).toBeGreaterThan(0);
});

test('a search takes whole questions, beginnings of words and a wrong letter, and what has some of the words where nothing has all', () => {
  expect(found('how do I share with my team').slice(0, 3)).toContain('teams');
  expect(found('how can i use it').length).toBeGreaterThan(0);
  expect(found('webho')[0]).toBe('webhooks');
  expect(found('webhok')[0]).toBe('webhooks');
  expect(found('webhooks zzzz')[0]).toBe('webhooks');
});

test('an excerpt begins and ends with whole words, around the first word that was looked for', async () => {
  const html = `<p>${'Before it. '.repeat(12)}The &#60;needle&#62; is here. ${'After it. '.repeat(12)}</p>`;
  const topic: Topic = {
    slug: 't',
    title: 'T',
    menu: 'T',
    description: '',
    sections: [{ id: 's', title: 'S', blocks: [{ kind: 'html', html }] }],
  };
  const [hit] = (await searchOf([topic]))('needle');
  expect(hit?.excerpt).toMatch(/^… (Before|it\.) .* The <needle> is here\. .* (After|it\.) …$/);
});

test('each code of the contract has its section of the page Errors, with its status and sentences', () => {
  const sections = topics.find(({ slug }) => slug === 'errors')?.sections ?? [];
  const titles = Object.fromEntries(sections.map(({ id, title }) => [id, title]));
  for (const [code, status] of Object.entries(statusOf)) expect(titles[code]).toBe(`${status} ${code}`);
  const textOf = (id: string) => JSON.stringify(sections.find((section) => section.id === id)?.blocks);
  expect(textOf('not-found')).toContain('"Storage not found."');
  expect(textOf('conflict')).toContain('"The record is not as it was at {time}: it does not exist."');
  expect(textOf('invalid-argument')).toContain('asOf must be a time such as 2026-05-01T12:00:00.000Z.');
});

test('a sentence from an answer leads to its code', () => {
  expect(search('This Idempotency-Key was used for another request')[0]).toMatchObject({ slug: 'errors', id: 'idempotency-mismatch' });
});
