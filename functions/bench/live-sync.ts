import { randomBytes } from 'node:crypto';
import { Timestamp } from '@google-cloud/firestore';
import type { HttpClient } from './http-client.ts';
import { at } from './load.ts';
import { anOrder } from './orders.ts';
import type { World } from './world.ts';

/** From before the write's request to the change in a subscriber's hands. */
export async function measureLiveSync(client: HttpClient, { firestore }: World, subscribers: number): Promise<void> {
  const delays: number[] = [];
  const sent = new Map<string, number>();
  const anchor = Timestamp.now();
  const stops: (() => void)[] = [];
  let attached = 0;
  await new Promise<void>((ready, failed) => {
    for (let i = 0; i < subscribers; i += 1) {
      let isFirst = true;
      stops.push(
        firestore
          .collection('storages/orders/records')
          .where('updatedAt', '>', anchor)
          .orderBy('updatedAt')
          .onSnapshot((snapshot) => {
            for (const change of snapshot.docChanges()) {
              const began = sent.get(String(change.doc.get('data').title));
              if (began !== undefined) delays.push(performance.now() - began);
            }
            if (!isFirst) return;
            isFirst = false;
            attached += 1;
            if (attached === subscribers) ready();
          }, failed),
      );
    }
  });
  const writes = 50;
  for (let i = 0; i < writes; i += 1) {
    const title = `live ${randomBytes(8).toString('hex')}`;
    sent.set(title, performance.now());
    await client.send('POST', '/api/orders/orders', { ...anOrder(i), title });
    await new Promise((done) => setTimeout(done, 50));
  }
  for (let wait = 0; wait < 100 && delays.length < writes * subscribers; wait += 1) await new Promise((done) => setTimeout(done, 50));
  for (const stop of stops) stop();
  console.log(
    `\nLiveSync, ${subscribers} subscribers, ${delays.length} of ${writes * subscribers} changes: write to client p50 ${at(delays, 0.5).toFixed(0)} ms, p95 ${at(delays, 0.95).toFixed(0)} ms`,
  );
}
