import type { RecordJobKind, SchemaAnswer, SchemaChange, ShownSchemaState } from '@bedplate/contract';
import { armingMillis } from '../../../services/schema-lease.ts';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import { type NewJob, newJob } from '../model/new-job.ts';
import { Reader } from '../query/budget.ts';
import { storageTotal } from '../query/storage-total.ts';
import { saveSchema } from '../schema/save-schema.ts';
import { followerWrites } from './follower-writes.ts';
import { refuseClashes } from './refuse-clashes.ts';

/**
 * Saves a schema, and begins the work on stored records that it makes necessary.
 * @throws {ApiError} as `saveSchema`; invalid-argument for a rule that stored records break
 */
export async function changeSchema(
  services: Services,
  { caller, path, change }: { caller: Caller; path: { projectId: string; storageId: string }; change: SchemaChange },
): Promise<SchemaAnswer> {
  const found = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  await refuseClashes(services, found.id, change);
  const total = await storageTotal(new Reader(services.store), found, services.clock());
  const followers = await followerWrites(services, found, change);
  return saveSchema(services, {
    caller,
    path,
    change,
    hook: {
      alsoWrites({ storage, part, newRules, changesTotals, isConverting }) {
        const begin = (kind: RecordJobKind, more: Partial<NewJob> = {}) =>
          newJob(services.records, storage, { kind, input: { version: part.version }, actor: caller.uid, ...more }).write;
        // Until then instances may write by the version before.
        const all = { total, notBefore: services.clock() + armingMillis };
        const isClaimed = newRules.length === 0 && targetOf(storage.data.schema?.state) === targetOf(part.state);
        const claims = change.schema.unique.length > 0 && part.state !== 'learn' && !isClaimed;
        return [
          ...followers,
          ...(part.state === 'arming' ? [begin('armSchema', { notBefore: all.notBefore })] : []),
          ...(claims ? [begin('claimStored', all)] : []),
          ...(changesTotals ? [begin('countStored', all)] : []),
          ...(isConverting ? [begin('convertFields', { ...all, keepsBefore: true })] : []),
        ];
      },
    },
  });
}

/** The state that is aimed at. */
function targetOf(state: ShownSchemaState | undefined): string | undefined {
  return state === 'arming' ? 'enforce' : state;
}
