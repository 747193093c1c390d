import { expect, test } from 'vitest';
import { frame, readForwardBody } from './frames.ts';

test('a frame counts UTF-16 code units', () => {
  expect(frame('["ä😀"]')).toBe('7\n["ä😀"]');
});

test('a forward body carries headers and numbered messages', () => {
  const body = new URLSearchParams({
    headers: 'Authorization:Bearer owner\r\nX-A: b',
    count: '2',
    ofs: '5',
    req0___data__: '{"a":1}',
    req1___data__: '{}',
  });
  const read = readForwardBody(body.toString());
  expect(read?.offset).toBe(5);
  expect(read?.messages).toEqual(['{"a":1}', '{}']);
  expect(read?.headers.get('authorization')).toBe('Bearer owner');
});

test.each(['count=2&ofs=0&req0___data__=x', 'count=-1', 'count=99999999', 'count=1&ofs=x&req0___data__=x'])(
  'the body %s is refused',
  (body) => {
    expect(readForwardBody(body)).toBeUndefined();
  },
);
