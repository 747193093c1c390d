import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import './caller-addresses.mjs';

// Covers S0-7-11, S0-7-13
test.each([
  [undefined, /^(::ffff:)?127\.0\.0\.1$/],
  ['203.0.113.9', /^203\.0\.113\.9, (::ffff:)?127\.0\.0\.1$/],
])('after %s a server hands on the address that called it', async (given, expected) => {
  const server = createServer(({ headers }, res) => res.end(headers['x-forwarded-for']));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const headers = given ? { 'x-forwarded-for': given } : {};
  const answer = await fetch(`http://127.0.0.1:${server.address().port}`, { headers });
  expect(await answer.text()).toMatch(expected);
  server.close();
});
