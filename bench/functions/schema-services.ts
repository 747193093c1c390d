import { StorageSchema } from '@bedplate/contract';
import type { Caller } from '@bedplate/functions/domain/callers/caller.ts';
import { jobKinds } from '@bedplate/functions/domain/records/job-kinds/job-kinds.ts';
import { runJobs } from '@bedplate/functions/domain/records/jobs/run-jobs.ts';
import { changeSchema } from '@bedplate/functions/domain/records/schema-change/change-schema.ts';
import { armingMillis } from '@bedplate/functions/services/schema-lease.ts';
import type { Services } from '@bedplate/functions/services/services.ts';
import { createStore } from '@bedplate/functions/store/access.ts';
import { createIdMaker } from '@bedplate/functions/store/time-ordered-id.ts';
import type { Firestore } from '@google-cloud/firestore';
import { projectOf } from './world.ts';

/** The developer who changes the schemas of a benchmark. */
export const owner: Caller = {
  uid: 'u',
  sid: 's',
  role: 'admin',
  tenantId: projectOf.tenantId,
  projectId: null,
  owner: { uid: 'u', name: 'Bench' },
  name: 'Bench',
  email: 'bench@example.test',
};

/** Services that schemas need: they run in a function of their own, apart from the one that writes. */
export function schemaServices(firestore: Firestore): Services {
  const store = createStore(firestore);
  const schemas = { newest: async <S>(storage: S) => storage }; // nobody else changes them here
  const records = { store, makeId: createIdMaker(), now: Date.now, schemas, cursorSecret: 'bench' };
  return { store, records, clock: Date.now, makeId: records.makeId } as unknown as Services; // what they use of them
}

/** Gives a storage a schema and enforces it; no instance writes yet, so nothing waits for its lease to end. @param schema as in a StorageSchema, before its defaults */
export async function enforceSchema(firestore: Firestore, storageId: string, schema: object): Promise<void> {
  const services = schemaServices(firestore);
  const change = { version: 0, schema: StorageSchema.parse(schema), state: 'enforce' as const };
  await changeSchema(services, { caller: owner, path: { projectId: projectOf.projectId, storageId }, change });
  const later = { ...services.records, now: () => Date.now() + armingMillis + 1000 };
  await runJobs(later, jobKinds, later.now() + 30_000);
}
