import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { addHeader, gatherHeaders } from './answer-head.ts';

const constant = ['Cache-Control', 'no-store', 'X-Frame-Options', 'DENY'];

/** @returns the headers that were sent, as text in their order, without Node's own */
async function headersOf(answer: RequestHandler, before: RequestHandler = (_req, _res, next) => next()): Promise<string[]> {
  const gather: RequestHandler = (_req, res, next) => {
    gatherHeaders(res, constant);
    next();
  };
  const app = express().disable('x-powered-by').disable('etag').use(before, gather, answer);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [response] = (await once(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 'response')) as [IncomingMessage];
  response.resume();
  server.close();
  const { rawHeaders } = response;
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  return lines.filter((line) => !/^(Date|Connection|Keep-Alive|Transfer-Encoding):/.test(line));
}

test('what is gathered is sent, with what was added and the length', async () => {
  const sent = await headersOf((_req, res) => {
    addHeader(res, 'Content-Type', 'text/plain');
    res.end('some');
  });
  expect(sent).toEqual(['Cache-Control: no-store', 'X-Frame-Options: DENY', 'Content-Type: text/plain', 'Content-Length: 4']);
});

test('a header that is set on the answer takes the place of the gathered one, and all others stay', async () => {
  const sent = await headersOf((_req, res) => {
    addHeader(res, 'X-Request-Id', '1');
    res.set('cache-control', 'private').status(201).end('some');
  });
  expect(sent.toSorted()).toEqual(['Content-Length: 4', 'X-Frame-Options: DENY', 'X-Request-Id: 1', 'cache-control: private']);
});

test('one that is added later replaces what was set: an export that fails answers with JSON', async () => {
  const sent = await headersOf((_req, res) => {
    res.set('Content-Type', 'text/csv');
    addHeader(res, 'Content-Type', 'application/json');
    res.end('some');
  });
  expect(sent).toContain('Content-Type: application/json');
  expect(sent).toHaveLength(4);
});

test('headers that stood before, and those of a head that is written by hand, are sent as well', async () => {
  const before: RequestHandler = (_req, res, next) => void (res.setHeader('X-Before', 'yes'), next());
  const sent = await headersOf((_req, res) => void res.writeHead(404, { 'X-Frame-Options': 'SAMEORIGIN' }).end(), before);
  expect(sent.toSorted()).toEqual(['Cache-Control: no-store', 'X-Before: yes', 'X-Frame-Options: SAMEORIGIN']);
  expect(await headersOf((_req, res) => void res.writeHead(404, 'Gone away', ['X-Own', '1']).end())).toContain('X-Own: 1');
});

test('an answer in pieces has them as well', async () => {
  const sent = await headersOf((_req, res) => {
    res.write('so');
    res.end('me');
  });
  expect(sent).toEqual(['Cache-Control: no-store', 'X-Frame-Options: DENY']);
});
