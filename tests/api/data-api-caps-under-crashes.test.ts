import { startFirestore } from 'local-firestore';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, expect, test } from 'vitest';
import { apiInstances, type Instance } from '../support/api-instances.ts';
import { seedAccount } from '../support/seed-account.ts';

const projectId = 'demo-caps';
const cap = 1_000;
/** Served calls after which an instance is killed. */
const kills = [150, 350, 550];

const server = await startFirestore({ projectId });
const host = `${server.host}:${server.port}`;
const firestore = new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
const instances = apiInstances(host, projectId, () => {});

afterAll(async () => {
  await instances.stop();
  await firestore.terminate();
  await server.stop();
});

const count = { served: 0, unanswered: 0 };

test('four instances, killed again and again, serve no call beyond the cap of the project, and none uncounted', {
  timeout: 480_000,
}, async () => {
  const headers = await seedAccount(firestore, { usageLimit: 100_000 });
  await firestore.doc('projects/p1').update({ caps: { project: { credits: cap, per: 'month' }, appUser: null } });
  const alive = await Promise.all(Array.from({ length: 4 }, () => instances.start()));
  const clients: Promise<void>[] = [];
  const use = (instance: Instance) => {
    for (let i = 0; i < 5; i += 1) clients.push(callUntilRefused(instance, headers));
  };
  for (const instance of alive) use(instance);
  for (const [i, when] of kills.entries()) {
    await expect.poll(() => count.served, { interval: 2 }).toBeGreaterThanOrEqual(when);
    await alive[i]?.end('SIGKILL');
    const next = await instances.start();
    alive.push(next);
    use(next);
  }
  while (clients.length > 0) await clients.pop();
  const { docs } = await firestore.collection('capUse').get();
  expect(docs.map((doc) => doc.get('used') as number)).toEqual([cap]);
  expect(count.served).toBeLessThanOrEqual(cap);
  // The leases of killed instances are lost: at most a fiftieth of the cap each, and the calls in flight.
  expect(count.served).toBeGreaterThanOrEqual(cap - kills.length * (cap / 50) - count.unanswered);
});

async function callUntilRefused({ url, child }: Instance, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/orders/orders/count`, { headers }).catch(() => null);
    const body = await answer?.text().catch(() => null);
    if (answer?.status === 200 && body !== null) count.served += 1;
    else if (answer?.status === 429 && body?.includes('cap-reached')) return;
    else if (child.killed) {
      count.unanswered += 1;
      return;
    } else throw new Error(`The instance answered ${answer?.status}.`);
  }
}
