import type { DeletedDocument, RecordDocument } from '@bedplate/contract';
import type { TeamDocument, TeamMember } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Transaction } from '../../store/transaction.ts';
import { gone, type Timestamp } from '../../store/model/values.ts';
import { update, type Write } from '../../store/model/writes.ts';
import { deletedPath, recordPath } from '../records/model/paths.ts';

type UserRow = Row<RecordDocument<Timestamp>> | Row<DeletedDocument<Timestamp>>;

/** @returns the record of each user, or what is in the trash of it: a restore must not bring a membership back; null for one who is gone */
export async function userRows(tx: Transaction, storageId: string, keys: readonly string[]): Promise<(UserRow | null)[]> {
  const live = await tx.getAll(
    keys.map((key) => recordPath(storageId, key)),
    ['teams'],
  );
  const missing = keys.filter((_, i) => !live[i]);
  const deleted = await tx.getAll(
    missing.map((key) => deletedPath(storageId, key)),
    ['teams', 'kind'],
  );
  return keys.map((key, i) => live[i] ?? trashed(deleted[missing.indexOf(key)]) ?? null);
}

function trashed(row: Row<DeletedDocument<Timestamp>> | null | undefined) {
  return row?.data.kind === 'trash' ? row : null;
}

/** The team and the user say the same, in one commit. Decision 094. @param user null for one who is gone @param member null for one who leaves */
export function memberWrites(
  team: Pick<Row<TeamDocument>, 'id' | 'path'>,
  user: { readonly key: string; readonly row: UserRow | null },
  member: TeamMember | null,
): Write[] {
  return [
    update(team.path, { [`members.${user.key}`]: member ?? gone }),
    ...(user.row ? [update(user.row.path, { [`teams.${team.id}`]: member?.role ?? gone })] : []),
  ];
}

/** Of a team that goes. */
export function leftWrites(team: string, rows: readonly (UserRow | null)[]): Write[] {
  return rows.flatMap((row) => (row ? [update(row.path, { [`teams.${team}`]: gone })] : []));
}
