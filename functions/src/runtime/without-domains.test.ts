import { executionAsyncId } from 'node:async_hooks';
import domain from 'node:domain';
import { expect, test } from 'vitest';
import { withoutDomains } from './without-domains.ts';

test('what a framework runs in a domain runs at once, and outside of any', () => {
  withoutDomains();
  const created = domain.create();
  created.on('error', () => {});
  const seen: unknown[] = [];
  created.run(() => seen.push((process as { domain?: unknown }).domain ?? null, executionAsyncId()));
  expect(seen).toEqual([null, executionAsyncId()]);
});
