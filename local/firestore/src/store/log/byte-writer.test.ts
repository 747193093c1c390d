import { expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';

test('texts of any length and script are read as they were written, across the growth of the buffer', () => {
  const texts = Array.from(
    { length: 400 },
    (_, i) => `${'abc'.repeat(i % 14)}${['', 'ß', '漢', '😀', '\u0000', '\u007f', '\u0080'][i % 7]}`,
  );
  const writer = new ByteWriter();
  for (const text of texts) {
    writer.string(text);
    writer.byte(7);
  }
  const bytes = writer.take();
  const reader = new ByteReader(bytes);
  expect(texts.map(() => [reader.string(), reader.byte()])).toEqual(texts.map((text) => [text, 7]));
  expect(bytes).toHaveLength(texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0));
});
