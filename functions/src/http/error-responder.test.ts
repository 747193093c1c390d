import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { errorResponder } from './error-responder.ts';
import { fieldProblems } from './field-problems.ts';

afterEach(() => vi.restoreAllMocks());

function answerTo(thrown: unknown) {
  const sent: { status?: number; body?: unknown; headers?: unknown } = {};
  const res = {
    locals: { requestId: 'r1' },
    headersSent: false,
    set: (headers: unknown) => Object.assign(sent, { headers }) && res,
    status: (status: number) => Object.assign(sent, { status }) && res,
    json: (body: unknown) => Object.assign(sent, { body }) && res,
  };
  // The responder uses only these members of Express's objects.
  errorResponder(thrown, { method: 'GET', path: '/app/x' } as never, res as never, () => {});
  return sent;
}

test('an unknown error answers a fixed sentence, and is logged once without what it quotes', () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = answerTo(new Error('duplicate for ada@example.test with key bpk_abcdefgh'));
  expect(sent).toMatchObject({ status: 500, body: { success: false, error: { code: 'internal', requestId: 'r1' } } });
  expect(JSON.stringify(sent)).not.toContain('duplicate');
  expect(lines).toHaveBeenCalledOnce();
  const line = JSON.parse(String(lines.mock.calls[0]?.[0])) as { message: string; requestId: string };
  expect(line).toMatchObject({ severity: 'ERROR', message: 'request.failed', requestId: 'r1' });
  expect(JSON.stringify(line)).not.toMatch(/ada@example|bpk_abc/);
});

test('a known error answers its own message, its details and its headers, and is not logged', () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = answerTo(new ApiError('too-many-requests', 'Wait.', { retryAfter: 30, details: [{ field: 'a', message: 'b' }] }));
  expect(sent).toEqual({
    status: 429,
    headers: { 'Retry-After': '30' },
    body: {
      success: false,
      message: 'Wait.',
      error: { code: 'too-many-requests', requestId: 'r1', details: [{ field: 'a', message: 'b' }] },
    },
  });
  expect(lines).not.toHaveBeenCalled();
});

test('contention in Firestore answers 503 with a time to wait', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(answerTo(Object.assign(new Error('contention'), { code: 10 }))).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
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
