import { expect, test } from 'vitest';
import { topicList } from '../../src/features/documentation/topic-list.ts';
import { agentTexts } from './agent-texts.ts';

const origin = 'https://app.example.com';
const texts = agentTexts(origin);

test('names each page of the documentation, which is there as Markdown', () => {
  const index = texts.get('llms.txt') ?? '';
  expect(topicList.filter(({ slug }) => !index.includes(`(${origin}/documentation/${slug}.md): `))).toEqual([]);
  expect(index).not.toMatch(/: $/m);
  expect(topicList.filter(({ slug }) => !texts.get(`documentation/${slug}.md`)?.startsWith('# '))).toEqual([]);
});

test('tables that the site makes from the contract are there as well', () => {
  expect(texts.get('documentation/overview.md')).toMatch(/\| quota-exceeded \| \S.*[\s\S]*\| One uploaded file \| \d+ MiB \|/);
});

test.each([...texts])('links of %s lead to pages that are there, and nothing is left that only the site understands', (_, text) => {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  expect(prose).not.toMatch(/^:::|\{theme\}|^## \S+ \| /m);
  expect(text).not.toMatch(/\{\{\w+\}\}|^```\w+ /m);
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
  expect(links.filter((address) => !/^(https?:|#)/.test(address))).toEqual([]);
  const own = links.filter((address) => address.startsWith(`${origin}/documentation/`)).map((address) => address.slice(origin.length + 1));
  expect(own.filter((address) => !texts.has(address))).toEqual([]);
});
