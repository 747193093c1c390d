import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { ApiError } from '../../errors/api-error.ts';
import { capUseId } from './cap-period.ts';
import type { CappedCaller } from './cap-scopes.ts';
import { createCaps } from './caps.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data?.stop());

const start = Date.UTC(2026, 10, 26, 12);

function anInstance(name: string, now = () => start) {
  return createCaps(() => ({ store: data.services.store, now, instance: name }), now);
}

const callerWith = (change: Partial<CappedCaller>): CappedCaller => ({ tenantId: 't1', projectId: 'p1', keyId: 'k1', ...change });
const keyCap = (keyId: string, credits: number, per: 'day' | 'month' = 'month') => callerWith({ keyId, limits: { cap: { credits, per } } });

async function used(scope: string, per: 'day' | 'month' = 'month', at = start): Promise<number> {
  return (
    await databaseOf(data.services.store)
      .doc(`capUse/${capUseId(scope, per, at)}`)
      .get()
  ).get('used') as number;
}

/** Calls until a cap refuses. @returns the number of served calls */
async function callUntilRefused(caps: ReturnType<typeof createCaps>, caller: CappedCaller, atMost = Number.POSITIVE_INFINITY) {
  for (let served = 0; served < atMost; served += 1) {
    const refusal = await caps.use(caller).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal instanceof ApiError && refusal.code === 'cap-reached') return served;
    if (refusal) throw refusal;
  }
  return atMost;
}

test('four instances serve exactly the cap between them', async () => {
  const caller = keyCap('shared', 1_000);
  const instances = ['a', 'b', 'c', 'd'].map((name) => anInstance(name));
  const served = await Promise.all(instances.map((caps) => callUntilRefused(caps, caller)));
  const more: number[] = [];
  // Others may use the rest that one gives back.
  for (const caps of instances) await caps.settle();
  for (const caps of instances) more.push(await callUntilRefused(anInstance('later'), caller).finally(() => caps.settle()));
  expect([...served, ...more].reduce((sum, each) => sum + each)).toBe(1_000);
  expect(await used('key/shared')).toBe(1_000);
});

test('instances that are killed serve no call uncounted, and what they held stays counted', async () => {
  const caller = keyCap('killed', 1_000);
  let served = 0;
  for (let life = 0; life < 12; life += 1) served += await callUntilRefused(anInstance(`life-${life}`), caller, 100); // never settled
  served += await callUntilRefused(anInstance('last'), caller);
  expect(served).toBeLessThanOrEqual(1_000);
  expect(served).toBeGreaterThan(700);
  expect(await used('key/killed')).toBe(1_000);
});

test('a refusal says which cap it was and when it begins again, and the next period serves', async () => {
  let time = start;
  const caps = anInstance('day', () => time);
  const caller = keyCap('daily', 2, 'day');
  expect(await callUntilRefused(caps, caller)).toBe(2);
  await expect(caps.use(caller)).rejects.toMatchObject({
    message: 'The cap of this key, 2 credits a day, is reached. It begins again at 2026-11-27T00:00:00.000Z.',
    by: 'cap-of-key',
    status: 429,
    headers: { 'Retry-After': String(12 * 3600) },
  });
  time = Date.UTC(2026, 10, 27) - 1;
  expect(await callUntilRefused(caps, caller)).toBe(0);
  time += 1; // a moment later, while the refusal is remembered
  expect(await callUntilRefused(caps, caller)).toBe(2);
});

test('a raised cap serves at once, one below what is used refuses with the next lease', async () => {
  const caps = anInstance('changed');
  expect(await callUntilRefused(caps, keyCap('changed', 3))).toBe(3);
  expect(await callUntilRefused(caps, keyCap('changed', 5))).toBe(2);
  expect(await callUntilRefused(caps, keyCap('changed', 1))).toBe(0);
});

test('each app user has the cap of users, all of them that of the project, and keys only their own', async () => {
  const caps = anInstance('users');
  const projectCaps = { project: { credits: 5, per: 'month' }, appUser: { credits: 2, per: 'month' } } as const;
  const user = (userId: string) => callerWith({ projectId: 'p2', keyId: `user:${userId}`, userId, projectCaps });
  expect(await callUntilRefused(caps, user('ada'))).toBe(2);
  expect(await callUntilRefused(caps, user('bob'))).toBe(2);
  // The project's credit that was taken for a refused call is returned.
  expect(await callUntilRefused(caps, callerWith({ projectId: 'p2', projectCaps }))).toBe(1);
  await expect(caps.use(user('cleo'))).rejects.toMatchObject({ by: 'cap-of-project' });
});

test('a call that fails on our side is given back', async () => {
  const caps = anInstance('undone');
  const caller = keyCap('undone', 1);
  const undo = await caps.use(caller);
  undo();
  expect(await callUntilRefused(caps, caller)).toBe(1);
});

test('an idle instance gives back what it holds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let time = start;
  const caps = anInstance('idle', () => time);
  const caller = keyCap('idle', 1_000);
  for (let call = 0; call < 5; call += 1) await caps.use(caller);
  expect(await used('key/idle')).toBeGreaterThan(5);
  time += 20_000;
  vi.advanceTimersByTime(6_000);
  vi.useRealTimers();
  await expect.poll(() => used('key/idle')).toBe(5);
});

test('two instances that take the last credit at the same moment share it out exactly', async () => {
  const caller = keyCap('last', 1);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => anInstance(`n${n}`).use(caller)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
