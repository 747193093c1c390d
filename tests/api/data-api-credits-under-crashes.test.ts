import { startFirestore } from 'local-firestore';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, expect, test } from 'vitest';
import { silentMillis } from '@bedplate/functions/domain/usage/lease.ts';
import { sweepLeases } from '@bedplate/functions/domain/usage/sweep-leases.ts';
import { usagePath } from '@bedplate/functions/domain/usage/usage-document.ts';
import { createStore } from '@bedplate/functions/store/access.ts';
import type { UsageDocument } from '@bedplate/functions/store/documents/usage-documents.ts';
import { apiInstances, type Instance } from '../support/api-instances.ts';
import { seedAccount } from '../support/seed-account.ts';

const projectId = 'demo-crashes';
const limit = Number(process.env.BEDPLATE_CREDITS ?? 5000);
/** How long the credits shall last; without it the calls come as fast as they can. */
const seconds = Number(process.env.BEDPLATE_CREDITS_SECONDS ?? 0);
const clientsPerInstance = 5;
/** Served calls after which an instance is killed: one about every twenty seconds of a long run. */
const kills =
  seconds > 0 ? Array.from({ length: Math.floor(seconds / 20) }, (_, i) => (limit * (20 * i + 10)) / seconds) : [500, 1300, 2200];
/** Between the calls of one client. */
const pauseMillis = (seconds * 1000 * 4 * clientsPerInstance) / limit;

const server = await startFirestore({ projectId });
const host = `${server.host}:${server.port}`;
const firestore = new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
const store = createStore(firestore);
/** By lease: what the instances have printed before they used it. */
const reserved = new Map<string, number>();
/** By lease: how many of them were printed last, a quarter of a second's calls. */
const ahead = new Map<string, number>();
const instances = apiInstances(host, projectId, (line) => {
  const entry = line.includes('credits.reserved') ? (JSON.parse(line) as { lease: string; reserved: number }) : null;
  const known = entry ? (reserved.get(entry.lease) ?? 0) : 0;
  if (!entry || entry.reserved <= known) return;
  reserved.set(entry.lease, entry.reserved);
  ahead.set(entry.lease, entry.reserved - known);
});

afterAll(async () => {
  await instances.stop();
  await firestore.terminate();
  await server.stop();
});

/** Served calls, and calls that a kill left without an answer. */
const count = { served: 0, unanswered: 0 };

test('four instances, killed again and again: no more than the limit is served, nothing served is uncounted, and the rest comes back', {
  timeout: 480_000 + seconds * 3000,
}, async () => {
  const headers = await seedAccount(firestore, { usageLimit: limit });
  const alive = await Promise.all(Array.from({ length: 4 }, () => instances.start()));
  const clients: Promise<void>[] = [];
  const use = (instance: Instance) => {
    for (let i = 0; i < clientsPerInstance; i += 1) clients.push(callUntilRefused(instance, headers));
  };
  for (const instance of alive) use(instance);
  for (const [i, when] of kills.entries()) {
    await expect.poll(() => count.served, { interval: 5 }).toBeGreaterThanOrEqual(when);
    await alive[i]?.end('SIGKILL');
    const next = await instances.start();
    alive.push(next);
    use(next);
  }
  while (clients.length > 0) await clients.pop();

  expect(count.served).toBeLessThanOrEqual(limit);
  const before = await usage();
  expect(before.used).toBe(limit);
  await instances.killAll();
  const refunds = await sweepLeases({
    store,
    now: () => Date.now() + silentMillis + 1000,
    reservedBy: async (leases) => new Map([...reserved].filter(([lease]) => leases.includes(lease))),
  });
  const after = await usage();
  // An instance that was killed, and now all others: their leases are settled by what they had printed, each of them.
  expect(after.leases).toEqual({});
  expect(after.used).toBe(limit - refunds);
  expect(after.used).toBeGreaterThanOrEqual(count.served);
  // At most what was reserved ahead and the calls in flight, of each lost instance.
  const mostAhead = Object.values(before.leases ?? {}).reduce((sum, { id }) => sum + (ahead.get(id) ?? 0), 0);
  expect(after.used - count.served).toBeLessThanOrEqual(count.unanswered + mostAhead);

  const servedBefore = count.served;
  await callUntilRefused(await instances.start(), headers);
  expect(count.served - servedBefore).toBe(refunds);
  expect((await usage()).used).toBe(limit);
});

async function usage(): Promise<UsageDocument> {
  const row = await store.get<UsageDocument>(usagePath('t1', Date.now()));
  if (!row) throw new Error('Nothing was counted.');
  return row.data;
}

async function callUntilRefused({ url, child }: Instance, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/api/orders/orders/count`, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => null,
    );
    if (status === 200) {
      count.served += 1;
      if (pauseMillis > 0) await new Promise((done) => setTimeout(done, pauseMillis));
    } else if (status === 429) return;
    else if (child.killed) {
      count.unanswered += 1;
      return;
    } else throw new Error(`The instance answered ${status}.`);
  }
}
