import type { AnyFields, Change, LiveEvent, Stored, StorageResource } from '@bedplate/client';
import { useMemo } from 'react';
import { useProvided } from '../provider/provider.tsx';
import type { Pending } from '../store/pending.ts';
import { useCalls } from './use-calls.ts';

type Methods = 'create' | 'update' | 'upsert' | 'delete' | 'restore';

export type Mutations<R extends Changing> = Pick<R, Methods> & {
  isPending: boolean;
  /** Of the last call. */
  error: Error | undefined;
};

/** A storage, whatever its types. */
type Changing = { readonly id: string } & Record<Methods, (...given: never[]) => unknown>;

/**
 * Changes records: lists and records on the page show a change at once, and as before if the server refuses. The calls are those of the
 * storage and throw what they throw.
 * @example
 * const { update, error } = useMutation(orders);
 * <button onClick={() => update(order.id, { status: 'closed' }).catch(() => {})}>Close</button>
 */
export function useMutation<R extends Changing>(storage: R): Mutations<R> {
  const { store } = useProvided();
  const { isPending, error, call } = useCalls();
  const methods = useMemo(() => {
    const target = storage as unknown as StorageResource<AnyFields>; // callers see the types of R
    const change = (id: string, fields: Change<AnyFields>): Pending => ({ storageId: target.id, id, kind: 'change', fields });
    const send: Pick<StorageResource<AnyFields>, Methods> = {
      create: (fields, options) => {
        const record = newRecord(fields);
        return call(() =>
          store.change({ storageId: target.id, id: record.id, kind: 'create', record }, () => target.create(fields, options), created),
        );
      },
      update: (id, fields, options) => call(() => store.change(change(id, fields), () => target.update(id, fields, options), updated)),
      upsert: (id, fields, options) => call(() => store.change(change(id, fields), () => target.upsert(id, fields, options), created)),
      delete: (id, options) =>
        call(() =>
          store.change(
            { storageId: target.id, id, kind: 'delete' },
            () => target.delete(id, options),
            () => ({ type: 'delete', id }),
          ),
        ),
      restore: (id, options) => call(() => store.change(change(id, {}), () => target.restore(id, options), created)),
    };
    return send as unknown as Pick<R, Methods>; // their types are erased at run time
  }, [storage, store, call]);
  return { ...methods, isPending, error };
}

let made = 0;

/** A record as it is shown until the server gives it an id. */
function newRecord(fields: object): Stored<AnyFields> {
  const now = new Date().toISOString();
  return { ...fields, id: `pending-${++made}`, createdAt: now, updatedAt: now };
}

function created(record: Stored<AnyFields>): LiveEvent {
  return { type: 'create', id: record.id, record };
}

function updated(record: Stored<AnyFields>): LiveEvent {
  return { type: 'update', id: record.id, record };
}
