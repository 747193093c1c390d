import { decodeFields, type GrantCondition, type RecordDocument } from '@bedplate/contract';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { filtersOf, testOf } from './read-conditions.ts';

interface Met {
  readonly record: Row<RecordDocument<Timestamp>>;
  readonly condition: GrantCondition;
  readonly now: number;
}

/**
 * Asks conditions of a record where nobody calls. A set that can no longer be read, since the type of its field has changed, counts as
 * met: such conditions protect, and must not go away unnoticed.
 * @returns whether the record meets one of the sets
 */
export function meetsAny(storage: StorageRow, { record, condition, now }: Met): boolean {
  const { clientId, createdAt, updatedAt, data } = record.data;
  const asRecord = () => ({
    ...decodeFields(data),
    id: clientId ?? record.id,
    createdAt: createdAt.toDate().toISOString(),
    updatedAt: updatedAt.toDate().toISOString(),
  });
  return condition.some((terms) => {
    const filters = filtersOf({ user: undefined, now }, storage, terms);
    return filters === null || testOf(storage, [filters])(asRecord());
  });
}
