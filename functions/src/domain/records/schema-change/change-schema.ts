import type { SchemaAnswer, SchemaChange } from '@bedplate/contract';
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
      const isClaimed = newRules.length === 0 && storage.data.schema?.state === part.state;
      if (change.schema.unique.length === 0 || part.state === 'learn' || isClaimed) return [];
      return [newJob(services.records, storage, { kind: 'claimStored', input: { version: part.version }, actor: caller.uid }).write];
    },
  });
}
