import { PersonName } from '@bedplate/contract';
import { expect, test } from 'vitest';

test.each([
  'http://evil.example',
  'HTTPS://evil.example',
  'Ada ://x',
  'www.evil.example',
  'WWW.evil',
  'ｗｗｗ．evil',
  'http：／／evil',
  'www。evil',
])('the name %j is refused as a link', (name) => {
  expect(PersonName.safeParse(name).error?.issues).toMatchObject([{ message: 'A name must not contain a link.' }]);
});

test.each(['Ada Lovelace', 'J. R. R. Tolkien', 'Dr. Wwwiser', 'O’Neil / Partner', '李 雷', 'Anne-Marie: CEO'])(
  'the name %j is taken',
  (name) => {
    expect(PersonName.parse(name)).toBe(name);
  },
);
