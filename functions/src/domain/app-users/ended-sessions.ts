import type { RecordDocument } from '@bedplate/contract';
import { appSessions } from '../../store/collections.ts';
import type { AppSessionDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { update, type Write } from '../../store/model/writes.ts';
import { accessMillis } from './access-token.ts';

/** After its last use a session has no access token that still works; a repeated use may give one half a minute later. */
const tokensEndMillis = accessMillis + 60_000;

/** So many take some 4 KB of a record's document; the rest of it leaves that room. */
const mostEnded = 100;

/**
 * Sessions end twice over: their documents go, and the user's record, which every call and LiveSync's rules look at anyway, names
 * those whose access tokens could still work. Decision 070.
 * @param record of the user; null when it is gone
 */
export function endedWrites(
  sessions: readonly Row<AppSessionDocument>[],
  record: { readonly data: RecordDocument<Timestamp>; readonly path: string } | null,
  now: number,
): Write[] {
  const removed = sessions.map(({ id }) => appSessions.remove(id));
  const named = sessions.map(({ id, data }) => [id, data.rotatedAt.toMillis() + tokensEndMillis] as const).filter(([, end]) => end > now);
  if (!record || named.length === 0) return removed;
  const earlier = Object.entries(record.data.endedSessions ?? {}).map(([id, end]) => [id, end.toMillis()] as const);
  const kept = [...new Map([...earlier, ...named])]
    .filter(([, end]) => end > now)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostEnded);
  const endedSessions = Object.fromEntries(kept.map(([id, end]) => [id, Timestamp.fromMillis(end)]));
  return [...removed, update(record.path, { endedSessions })];
}
