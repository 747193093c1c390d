import type { Firestore } from '@google-cloud/firestore';
import { aBuyer, anOrder, buyers } from './orders.ts';
import { enforceSchema } from './schema-services.ts';
import { addStorage, fill } from './world.ts';

/**
 * The storages beside `orders`, with as many records: `sales`, orders with a schema that is enforced, the `buyers` that they refer to,
 * and `kept`, orders with a history.
 * @returns the ids of the buyers
 */
export async function addSales(firestore: Firestore, count: number): Promise<string[]> {
  await addStorage(firestore, 'buyers');
  const ids = await fill(firestore, 'buyers', buyers, aBuyer);
  await addStorage(firestore, 'sales');
  const fields = {
    number: { type: 'integer', required: true },
    status: { type: 'text' },
    amount: { type: 'number' },
    customer: { type: 'text' },
    title: { type: 'text', required: true },
    express: { type: 'boolean' },
    buyer: { type: 'reference', storage: 'buyers' },
  };
  await enforceSchema(firestore, 'sales', { fields, unique: [{ fields: ['number'] }] });
  await fill(firestore, 'sales', count, (i) => ({ ...anOrder(i), buyer: ids[i % buyers] ?? '' }));
  await addStorage(firestore, 'kept', 30);
  await fill(firestore, 'kept', count);
  return ids;
}
