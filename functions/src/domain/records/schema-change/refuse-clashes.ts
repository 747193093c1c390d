import type { SchemaFault, SchemaState, StorageSchema } from '@bedplate/contract';
import { ApiError, inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { uniqueFaults } from '../unique/unique-faults.ts';
import { draftRules } from './draft-rules.ts';

/**
 * A rule is enforced only where the stored records keep it.
 * @throws {ApiError} invalid-argument with one detail for each rule that they break, and how many do
 */
export async function refuseClashes(
  services: Pick<RecordServices, 'store'>,
  storageId: string,
  { schema, state }: { schema: StorageSchema; state: SchemaState },
): Promise<void> {
  if (state !== 'enforce' || schema.unique.length === 0) return;
  const faults = await uniqueFaults(services, { storageId, rules: draftRules(schema) });
  const details = faults.map((fault) => problem(schema, fault));
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}

function problem({ unique }: StorageSchema, { field, count, isExact, examples }: SchemaFault) {
  const place = `unique[${unique.findIndex(({ fields }) => fields.join(', ') === field)}]`;
  const value = JSON.stringify(examples[0]?.value ?? null).slice(0, 100);
  const text = say(isExact ? 'valuesClash' : 'valuesClashMany', { fields: field, count, value });
  return { field: place, message: inEnglish(text), ...text };
}
