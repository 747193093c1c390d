import type { TenantDocument } from '../../store/documents/documents.ts';
import { Timestamp } from '../../store/model/values.ts';

const day = 24 * 3600_000;
export const keptMillis = 30 * day;
export const noticeMillis = 7 * day;

/** @returns the first moment at which something of the archive may go by itself; null where the account keeps its archive */
export function archiveEnd(
  { purgeArchives, purgeArchivesSince }: Pick<TenantDocument, 'purgeArchives' | 'purgeArchivesSince'>,
  archivedAt: Timestamp,
): Timestamp | null {
  if (!purgeArchives || !purgeArchivesSince) return null;
  return Timestamp.fromMillis(Math.max(archivedAt.toMillis() + keptMillis, purgeArchivesSince.toMillis() + noticeMillis));
}
