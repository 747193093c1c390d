import type { SchemaAnswer, SchemaChange, ShownSchemaState } from '@bedplate/contract';
import { armingMillis } from '../../../services/schema-lease.ts';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import { newJob } from '../jobs/start-job.ts';
import { saveSchema } from '../schema/save-schema.ts';
import { refuseClashes } from './refuse-clashes.ts';

/**
 * Saves a schema, and begins the work on stored records that it makes necessary.
 * @throws {ApiError} as `saveSchema`; invalid-argument for a rule that stored records break
 */
export async function changeSchema(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  change: SchemaChange,
): Promise<SchemaAnswer> {
  const { id } = await findStorage(services, caller, path.projectId, path.storageId);
  await refuseClashes(services, id, change);
  return saveSchema(services, caller, path, change, {
    alsoWrites({ storage, part, newRules }) {
      const isClaimed = newRules.length === 0 && targetOf(storage.data.schema?.state) === targetOf(part.state);
      const job = { input: { version: part.version }, actor: caller.uid };
      // Until then instances write by the version before, which makes no claims.
      const after = part.state === 'arming' ? { notBefore: services.clock() + armingMillis } : {};
      const arms = part.state === 'arming' ? [newJob(services.records, storage, { ...job, ...after, kind: 'armSchema' }).write] : [];
      if (change.schema.unique.length === 0 || part.state === 'learn' || isClaimed) return arms;
      return [...arms, newJob(services.records, storage, { ...job, ...after, kind: 'claimStored' }).write];
    },
  });
}

/** The state that is aimed at. */
function targetOf(state: ShownSchemaState | undefined): string | undefined {
  return state === 'arming' ? 'enforce' : state;
}
