import { startFirestore } from 'local-firestore';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, expect, test } from 'vitest';
import { usagePath } from '@bedplate/functions/domain/usage/usage-document.ts';
import { unpack } from '@bedplate/functions/domain/requests/chunk.ts';
import type { RequestChunkDocument, UsageDocument } from '@bedplate/functions/store/documents/usage-documents.ts';
import { apiInstances } from '../support/api-instances.ts';
import { seedAccount } from '../support/seed-account.ts';

const projectId = 'demo-ending';
const server = await startFirestore({ projectId });
const firestore = new Firestore({
  projectId,
  host: `${server.host}:${server.port}`,
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
});
const instances = apiInstances(`${server.host}:${server.port}`, projectId, () => {});

afterAll(async () => {
  await instances.stop();
  await firestore.terminate();
  await server.stop();
});

test('an instance that the platform ends gives its credits back and writes its last lines: what was counted is what was served', async () => {
  const headers = await seedAccount(firestore, { usageLimit: 1000 });
  const instance = await instances.start();
  const statuses = await Promise.all(
    Array.from({ length: 3 }, () => fetch(`${instance.url}/api/orders/orders/count`, { headers }).then(({ status }) => status)),
  );
  expect(statuses).toEqual([200, 200, 200]);
  expect(Object.keys((await usage())?.leases ?? {})).toHaveLength(1);
  await instance.end('SIGTERM');
  expect(await usage()).toMatchObject({ used: 3, leases: {} });
  const { docs } = await firestore.collection('requestChunks').get();
  const lines = docs.flatMap((chunk) => unpack(chunk.data() as RequestChunkDocument, 'p1')); // the functions write it
  expect(lines.map(({ status, storageId }) => [status, storageId])).toEqual(Array.from({ length: 3 }, () => [200, 'orders']));
});

async function usage(): Promise<UsageDocument | undefined> {
  return (await firestore.doc(usagePath('t1', Date.now())).get()).data() as UsageDocument | undefined; // the functions write it
}
