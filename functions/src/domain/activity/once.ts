import { sha256 } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { unique } from '../../store/collections.ts';
import type { Store } from '../../store/access.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Caller } from '../callers/caller.ts';

/** One order of a dialog: its key is sent again with every repetition. */
export interface Order {
  by: Caller;
  action: string;
  key: string | undefined;
}

type Reader = Pick<Store, 'unique'>;

/** @returns what was noted when the order was carried out; null for a new one, or one without a key */
export async function noteOf(store: Reader, order: Order): Promise<string | null> {
  return order.key === undefined ? null : ((await store.unique.get(idOf(order)))?.data.ref ?? null);
}

/** @returns the write that notes, in the commit of the change, that the order is carried out */
export function noteWrite(order: Order, ref: string): Write[] {
  return order.key === undefined ? [] : [unique.set(idOf(order), { scope: 'once', ref })];
}

/**
 * Creates something once for each order; a repetition is answered with what the first one made.
 * @param create makes it, and writes the note in the same commit
 * @throws {ApiError} conflict when the order came with other values before
 */
export async function createOnce(
  store: Reader,
  { order, input, create }: { order: Order; input: unknown; create: (note: (id: string) => Write[]) => Promise<string> },
): Promise<string> {
  const print = sha256(JSON.stringify(input));
  const made = await madeBefore(store, order, print);
  if (made !== null) return made;
  const note = (id: string) => (order.key === undefined ? [] : [unique.create(idOf(order), { scope: 'once', ref: `${id} ${print}` })]);
  try {
    return await create(note);
  } catch (error) {
    // Its twin was faster.
    const twins = isAlreadyExists(error) ? await madeBefore(store, order, print) : null;
    if (twins === null) throw error;
    return twins;
  }
}

async function madeBefore(store: Reader, order: Order, print: string): Promise<string | null> {
  const [id = '', before] = (await noteOf(store, order))?.split(' ') ?? [];
  if (before === undefined) return null;
  if (before !== print) throw new ApiError('conflict', say('requestRepeated'));
  return id;
}

function idOf({ by, action, key }: Order): string {
  return `once-${sha256(JSON.stringify([by.uid, action, key]))}`;
}
