import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test.each<[parts: (string | null | undefined | false)[], text: string]>([
  [['Saved.', null, 'It is late.'], 'Saved. It is late.'],
  [['已保存。', false, '太晚了。'], '已保存。太晚了。'],
  [['已保存。', 'The app says no.'], '已保存。The app says no.'],
  [['Price', '默认值：1。'], 'Price 默认值：1。'],
  [[undefined, ''], ''],
])('%j stand one after the other with the space that their marks ask for', (parts, text) => {
  expect(sentences(...parts)).toBe(text);
});

test('no page joins two texts by a space, which Chinese marks have within', () => {
  const pages = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|^src\/(?:texts|site)\//.test(file));
  const joined = pages.filter((file) => /`\$\{t\([^`]*\)\} \$\{|` \$\{t\(|\)\}\{' '\}\s*\{t\(/.test(readFileSync(file, 'utf8')));
  expect(joined).toEqual([]);
});
