import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { storages } from '../../../store/collections.ts';
import { gone } from '../../../store/model/values.ts';
import { changeEach, changedParts } from '../jobs/change-each.ts';
import type { Job, JobKind } from '../jobs/job-kind.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { convertedValue } from '../schema/converted-value.ts';
import { isReindexed } from '../schema/declare-fields.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { recordPage } from './record-page.ts';

/**
 * Brings the stored values of fields whose type has changed into its form, and their index with them. A value that is none of the type
 * stays, and is indexed as what it is. The input's `version` is that of the schema: a later one has a job of its own.
 */
export const convertFieldsKind: JobKind = {
  async page(services, storage, job) {
    const rules = await rulesOf(services, storage);
    const changed = changing(storage);
    if (!rules || rules.version !== job.data.input.version || changed.length === 0) return { seen: 0, changed: 0, kept: 0, next: null };
    const { rows, next } = await recordPage(services, storage.id, { job, select: changedParts });
    const change = (fields: Record<string, Json>) => {
      const values = changed.flatMap(({ name, keepsIndex }) => {
        const value = Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
        const field = rules.fields.get(name);
        const converted = (field && convertedValue(value, field)) ?? value;
        return value === null || (keepsIndex && isDeepStrictEqual(converted, value)) ? [] : [[name, converted] as const];
      });
      return values.length === 0 ? null : Object.fromEntries(values);
    };
    return { ...(await changeEach(services, { changing: { storage, job, bySchema: true }, rows, change })), next };
  },
  async finish(services, storage, job) {
    await settle(services, storage.id, job);
  },
};

interface Changing {
  readonly code: string;
  readonly name: string;
  /** Whether a value that stays as it is has the index of the present type already. */
  readonly keepsIndex: boolean;
}

function changing({ data }: Pick<StorageRow, 'data'>): Changing[] {
  return Object.entries(data.fields).flatMap(([code, { path, declared, declaredBefore }]) => {
    const [name] = path;
    if (declaredBefore === undefined || name === undefined || path.length > 1) return [];
    return [{ code, name, keepsIndex: !isReindexed(declaredBefore === 'none' ? undefined : declaredBefore, declared) }];
  });
}

/** From here on queries ask for the index of the present type alone. */
async function settle({ store }: RecordServices, storageId: string, job: Job): Promise<void> {
  await store.transaction(async (tx) => {
    const storage = await tx.storages.get(storageId);
    if (!storage || storage.data.schema?.version !== job.data.input.version) return;
    const changes = Object.fromEntries(changing(storage).map(({ code }) => [`fields.${code}.declaredBefore`, gone]));
    if (Object.keys(changes).length > 0) tx.write(storages.update(storageId, changes));
  });
}
