import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { limitMachines } from './limit-machines.ts';

/** A call through a machine of Google that says what Hosting says, each time for another address. */
function imitated(n: number, path: string, { method = 'POST', authorization }: { method?: string; authorization?: string } = {}): Request {
  const address = `203.0.${n >> 8}.${n & 255}`;
  const headers = { 'x-forwarded-for': `${address}, 34.1.2.3`, 'fastly-client-ip': address, ...(authorization && { authorization }) };
  return { method, path, headers, socket: { remoteAddress: '169.254.1.1' } } as unknown as Request; // what is read of one
}

/** @returns how many of 2,000 calls at one moment are let through, and the refusals of the others */
function outcome(path: string, options?: Parameters<typeof imitated>[2]): { passed: number; refusals: unknown[] } {
  const limit = limitMachines(() => 0);
  const refusals: unknown[] = [];
  let passed = 0;
  for (let n = 0; n < 2000; n += 1) {
    try {
      limit(imitated(n, path, options), {} as Response, () => (passed += 1));
    } catch (error) {
      refusals.push(error);
    }
  }
  return { passed, refusals };
}

test.each([
  ['/authentication/login', {}],
  ['/authentication/login', { authorization: 'Bearer none' }],
  ['/authentication/forgot-password', { authorization: 'Bearer none' }],
  ['/contact-us', { authorization: 'Bearer none' }],
  ['/superadmin/track', { authorization: 'Bearer none' }],
  ['/documentation/votes', { authorization: 'Bearer none' }],
  ['/users', {}],
])('calls of %s with %j are limited by the machine that passes them on', (path, options) => {
  const { passed, refusals } = outcome(path, options);
  expect(passed).toBeGreaterThan(1000);
  expect(refusals.length).toBeGreaterThan(500);
  expect(refusals[0]).toMatchObject({ code: 'too-many-requests', headers: { 'Retry-After': expect.any(String) } });
});

test.each([
  ['/users', { authorization: 'Bearer a.session' }],
  ['/authentication/login', { method: 'GET' }],
])('calls of %s with %j are not: the session, or nothing, is limited elsewhere', (path, options) => {
  expect(outcome(path, options)).toEqual({ passed: 2000, refusals: [] });
});
