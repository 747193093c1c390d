import { expect, test } from 'vitest';
import { parseTopic } from './parse-topic.ts';

const head = '---\ntitle: T\nmenu: M\ndescription: D: with a colon\n---\n';

test('neighbouring samples in other languages are one, a second of a language begins the next', () => {
  const body = ['```bash tab=curl expect="a \\"b\\""\ncurl one\n```', '```js tab=fetch\ntwo\n```', '```js tab=fetch\nthree\n```'].join(
    '\n\n',
  );
  const [section] = parseTopic('t', `${head}\n## one | One\n\n${body}\n`).sections;
  const groups = section?.blocks.map((block) => (block.kind === 'samples' ? block.samples.map(({ tab }) => tab) : block));
  expect(groups).toEqual([['curl', 'fetch', 'python', 'php', 'dart'], ['fetch']]);
  expect(section?.blocks[0]).toMatchObject({
    samples: expect.arrayContaining([{ tab: 'curl', expect: 'a "b"' }, { tab: 'fetch' }].map((sample) => expect.objectContaining(sample))),
  });
});

test('prose is escaped and keeps its form', () => {
  const text = 'A **bold** <b> `a|b` [x](/y)\n\n- one\n- two\n\n| A | B |\n|---|---|\n| `a\\|b` | c |\n\n> Note\n';
  const [section] = parseTopic('t', `${head}\n## one | One\n\n${text}`).sections;
  const html = section?.blocks[0]?.kind === 'html' ? section.blocks[0].html : '';
  for (const part of ['<strong>bold</strong> &#60;b&#62;', '<a href="/y">x</a>', '<li>one</li>', '<td><code>a|b</code></td>', '<aside'])
    expect(html).toContain(part);
});

test.each([
  ['## one | One\n', 'front matter'],
  [`${head}\n## No id\n`, 'heading'],
  [`${head}\n## one | One\n\n:::nothing\n`, 'no part'],
  [`${head}\n## one | One\n\n\`\`\`js tab=rust\nx\n\`\`\`\n`, 'no language'],
])('a mistake in a topic stops the build', (source, reason) => {
  expect(() => parseTopic('t', source)).toThrow(reason);
});
