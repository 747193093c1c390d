import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { errorResponder } from './error-responder.ts';
import { fieldProblems } from './field-problems.ts';

afterEach(() => vi.restoreAllMocks());

async function answerTo(thrown: unknown) {
  const failing: RequestHandler = (_, res) => {
    res.locals.requestId = 'r1';
    throw thrown;
  };
  const server = express().use(failing, errorResponder).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/app/x`);
  const sent = { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
  server.close();
  return sent;
}

test('an unknown error answers a fixed sentence, and is logged once without what it quotes', async () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = await answerTo(new Error('duplicate for ada@example.test with key bpk_abcdefgh'));
  expect(sent).toMatchObject({ status: 500, body: { success: false, error: { code: 'internal', requestId: 'r1' } } });
  expect(JSON.stringify(sent)).not.toContain('duplicate');
  expect(lines).toHaveBeenCalledOnce();
  const line = JSON.parse(String(lines.mock.calls[0]?.[0])) as { message: string; requestId: string };
  expect(line).toMatchObject({ severity: 'ERROR', message: 'request.failed', requestId: 'r1' });
  expect(JSON.stringify(line)).not.toMatch(/ada@example|bpk_abc/);
});

test('a known error answers its own message, its details and its headers, and is not logged', async () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = await answerTo(new ApiError('too-many-requests', 'Wait.', { retryAfter: 30, details: [{ field: 'a', message: 'b' }] }));
  expect(sent).toEqual({
    status: 429,
    retryAfter: '30',
    body: {
      success: false,
      message: 'Wait.',
      error: { code: 'too-many-requests', requestId: 'r1', details: [{ field: 'a', message: 'b' }] },
    },
  });
  expect(lines).not.toHaveBeenCalled();
});

test('contention in Firestore answers 503 with a time to wait', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await answerTo(Object.assign(new Error('contention'), { code: 10 }))).toMatchObject({ status: 503, retryAfter: '1' });
});

test('a sentence about a wrong field names the field', () => {
  const schema = z.object({ name: z.string(), page: z.enum(['a', 'b']), deep: z.object({ n: z.number() }) });
  const { error } = schema.safeParse({ page: 'c', deep: { n: 'x' } });
  expect(error && fieldProblems(error)).toEqual([
    { field: 'name', message: 'name is required.' },
    { field: 'page', message: 'page must be one of: a, b.' },
    { field: 'deep.n', message: 'deep.n must be of type number.' },
  ]);
});
