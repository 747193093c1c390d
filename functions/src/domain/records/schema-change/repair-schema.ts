import type { SchemaRepair } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import { startJob } from '../jobs/start-job.ts';
import { Reader } from '../query/budget.ts';
import { storageTotal } from '../query/storage-total.ts';
import { contradiction } from '../schema/contradictions.ts';
import { rulesOf } from '../schema/storage-rules.ts';

/**
 * Begins to mend the records that break a rule of one field of the stored schema, or one rule of it.
 * @returns the job's id: it can be watched, cancelled and taken back
 * @throws {ApiError} not-found; invalid-argument for a field that the schema says nothing of, or without the default that is to be set
 */
export async function repairSchema(
  services: Services,
  {
    caller,
    params: { projectId, storageId },
    repair: { field: name, repair, rule },
  }: { caller: Caller; params: { projectId: string; storageId: string }; repair: SchemaRepair },
): Promise<string> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  const rules = await rulesOf(services.records, storage);
  const field = rules?.fields.get(name);
  const isUndeclared = rules?.closed === true && (repair === 'trash' || repair === 'split');
  if (!field && !isUndeclared) throw refusal('field', 'schemaFieldUnknown', name);
  if (repair === 'default' && (field?.default ?? field?.defaultFrom) === undefined) throw refusal('repair', 'schemaNoDefault', name);
  const total = await storageTotal(new Reader(services.store), storage, services.clock());
  const input = { field: name, repair, ...(rule && { rule }) };
  return startJob(services.records, storage, { kind: 'repairField', input, actor: caller.uid, total, keepsBefore: true });
}

function refusal(place: string, key: 'schemaFieldUnknown' | 'schemaNoDefault', name: string): ApiError {
  const detail = contradiction(place, key, { field: name });
  return new ApiError('invalid-argument', detail.message, { details: [detail], text: detail });
}
