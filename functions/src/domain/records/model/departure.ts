import { createHash } from 'node:crypto';
import { type DepartedDocument, limits, type RecordDocument } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import { set, type Write } from '../../../store/model/writes.ts';

/** Shows the former owner's listener that the record has left, for as long as deletions are remembered. */
export function departure(
  { storageId, key }: { storageId: string; key: string },
  before: Pick<RecordDocument<Timestamp>, 'owner' | 'clientId'> | null,
  now: Pick<RecordDocument<Timestamp>, 'owner' | 'updatedAt'> | null,
): Write[] {
  if (!before?.owner || !now || now.owner === before.owner) return [];
  return [departed({ storageId, key }, { owner: before.owner, id: before.clientId ?? key, leftAt: now.updatedAt })];
}

/** @param of whose the record was, and when it left */
export function departed(
  { storageId, key }: { storageId: string; key: string },
  { owner, labels, id, leftAt }: Omit<DepartedDocument<Timestamp>, 'expiresAt'>,
): Write {
  const document: DepartedDocument<Timestamp> = {
    ...(owner !== undefined && { owner }),
    ...(labels && { labels }),
    id,
    leftAt,
    expiresAt: Timestamp.fromMillis(leftAt.toMillis() + limits.tombstoneDays * 86_400_000),
  };
  const mark = createHash('sha256')
    .update(owner ?? JSON.stringify(labels))
    .digest('hex')
    .slice(0, 16);
  return set(`storages/${storageId}/departed/${key}-${mark}`, document);
}
