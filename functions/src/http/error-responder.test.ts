import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { errorResponder } from './error-responder.ts';
import { fieldProblems } from '../validation/check.ts';

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

test('an address that is badly encoded is the caller’s fault', async () => {
  expect(await answerTo(new URIError('URI malformed'))).toMatchObject({ status: 400, body: { error: { code: 'invalid-argument' } } });
});

test('contention in Firestore answers 503 with a time to wait', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await answerTo(Object.assign(new Error('contention'), { code: 10 }))).toMatchObject({ status: 503, retryAfter: '1' });
});

test('a sentence about a wrong field names the field', () => {
  const schema = z.object({ name: z.string(), page: z.enum(['a', 'b']), deep: z.object({ n: z.number() }) });
  const { error } = schema.safeParse({ page: 'c', deep: { n: 'x' } });
  expect(error && fieldProblems(error)).toEqual([
    { field: 'name', message: 'name is required.', key: 'valueRequired', values: { name: 'name' } },
    { field: 'page', message: 'page must be one of: a, b.', key: 'parameterOneOf', values: { name: 'page', allowed: 'a, b' } },
    { field: 'deep.n', message: 'deep.n must be of type number.' },
  ]);
});

test.each([
  [z.record(z.string(), z.unknown()), 5, 'must be an object.'],
  [z.array(z.string()), 'x', 'must be a list.'],
  [z.int(), 1.5, 'must be a whole number.'],
  [z.string().max(200), 'x'.repeat(201), 'must have at most 200 characters.'],
  [z.string().min(1), '', 'must not be empty.'],
  [z.number().min(1), 0, 'must be at least 1.'],
  [z.int().gt(3), 3, 'must be more than 3.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 element.'],
  [z.union([z.string(), z.number()]), null, 'is none of the kinds of values that are taken here.'],
  [z.iso.datetime(), 'soon', 'must be a time in UTC, for example 2026-05-01T12:00:00.000Z.'],
  [z.string().regex(/^a$/), 'b', 'is not written as it must be.'],
])('what a schema says of itself is told as what to do (%#)', (schema, value, message) => {
  const { error } = z.object({ a: schema }).safeParse({ a: value });
  expect(error && fieldProblems(error)).toEqual([{ field: 'a', message: `a ${message}` }]);
});

const order = z.union([z.strictObject({ restore: z.string() }), z.strictObject({ purge: z.string(), name: z.string() })]);

test.each([
  [{}, [['', 'Send restore, or purge and name.']]],
  [{ purge: 'a' }, [['name', 'name is required.']]],
  [
    { purge: 'a', named: 'b' },
    [
      ['named', 'named is not a field of this call.'],
      ['name', 'name is required.'],
    ],
  ],
  [{ restore: 5 }, [['restore', 'restore must be of type string.']]],
])('of several kinds of objects, %j lacks what the nearest one has', (value, problems) => {
  const { error } = order.safeParse(value);
  expect(error && fieldProblems(error).map(({ field, message }) => [field, message])).toEqual(problems);
});

test('one of several kinds that is left out is required, as a value of one kind is', () => {
  const { error } = z
    .object({ users: z.array(z.object({ hash: z.union([z.string(), z.object({ salt: z.string() })]) })) })
    .safeParse({ users: [{}] });
  expect(error && fieldProblems(error)).toEqual([
    { field: 'users.0.hash', message: 'users.0.hash is required.', key: 'valueRequired', values: { name: 'users.0.hash' } },
  ]);
});

test('a kind that is not known is refused with those that are', () => {
  const schema = z.discriminatedUnion('op', [z.object({ op: z.literal('add') }), z.object({ op: z.literal('remove') })]);
  const { error } = schema.safeParse({ op: 'x' });
  expect(error && fieldProblems(error)).toEqual([{ field: 'op', message: 'op must be one of: add, remove.' }]);
});

test('a schema’s own sentence stays', () => {
  const { error } = z.object({ size: z.int().min(1, 'size must be the number of bytes, at least 1.') }).safeParse({ size: 0 });
  expect(error && fieldProblems(error)).toEqual([{ field: 'size', message: 'size must be the number of bytes, at least 1.' }]);
});

test.each([
  [10, 503],
  [7, 500],
])('the database’s code %d is status %d', async (code, status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect((await answerTo(Object.assign(new Error('refused'), { code }))).status).toBe(status);
});
