import type { Request, Response } from 'express';
import { expect, test, vi } from 'vitest';
import { singleHeaders } from './single-headers.ts';

const pass = (rawHeaders: string[]) => {
  const next = vi.fn<() => void>();
  void singleHeaders({ rawHeaders, method: 'GET' } as Request, {} as Response, next);
  return next;
};

test.each([
  ['X-API-Key', ['X-API-Key', 'bpk_a', 'X-API-Key', 'bpk_b']],
  ['x-api-key', ['x-api-key', 'bpk_a, bpk_b']],
  ['x-project-id', ['x-project-id', 'a,a']],
  ['authorization', ['authorization', 'Bearer a, Bearer b']],
])('%s is refused by its name when it comes twice, also where a proxy has joined both', (name, headers) => {
  expect(() => pass(headers)).toThrow(`The header ${name} is given twice. Send it once.`);
});

test('a value may have a comma where it can', () => {
  const headers = ['Idempotency-Key', 'order 7, line 2', 'If-Unmodified-Since', 'Sun, 29 Nov 2026 15:00:00 GMT', 'X-API-Key', 'bpk_a'];
  expect(pass(headers)).toHaveBeenCalledOnce();
});
