import { expect, test } from 'vitest';
import { parseReference } from './parse-reference.ts';

const names = { fields: 'Fields', values: 'Values' };
const page = `# Fields

What a **field** is. And [values](values.md#order) beside it.

## In short, the types ([decision 7](decisions/007-x.md))

See [the map](../docs/architecture.md), [values](values.md) and [elsewhere](https://example.com).

## Records: \`/api/{key}\`

Text.
`;

test('a page of docs has its first sentence as description, the rest before its sections, and sections with addresses', () => {
  const { title, menu, description, sections } = parseReference('fields', page, names);
  expect({ title, menu, description }).toEqual({ title: 'Fields', menu: 'Fields', description: 'What a field is.' });
  expect(sections.map(({ id, title: section }) => [id, section])).toEqual([
    ['in-short', 'In short'],
    ['in-short-the-types', 'In short, the types'],
    ['records', 'Records'],
  ]);
});

test('links lead to pages of the site; reasons and parts of the repository are words alone', () => {
  const html = JSON.stringify(parseReference('fields', page, names).sections);
  for (const address of ['/documentation/values#order', '/documentation/values', 'https://example.com'])
    expect(html).toContain(`href=\\"${address}\\"`);
  expect(html).toContain('See the map,');
  expect(html).not.toMatch(/decision|\.md/);
});

test('a page without a title, or without a name in the menu, stops the build', () => {
  expect(() => parseReference('fields', 'No title', names)).toThrow('title');
  expect(() => parseReference('other', page, names)).toThrow('menu');
});
