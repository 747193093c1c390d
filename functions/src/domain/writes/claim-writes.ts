import { decodeFields } from '@bedplate/contract';
import type { UniqueDocument } from '../../store/documents.ts';
import type { Transaction } from '../../store/transaction.ts';
import { create, remove, set, type Write } from '../../store/writes.ts';
import { aliasPath } from '../records/client-id.ts';
import { type Claim, claimsOf, taken } from '../records/unique-claims.ts';
import type { Cell } from './cells.ts';

/**
 * Moves what records claim for themselves alone: chosen ids, and usernames and e-mails of app users. What the trash holds stays claimed.
 * @throws {ApiError} already-exists when two records would claim the same
 */
export async function claimWrites(tx: Transaction, cells: readonly Cell[]): Promise<Write[]> {
  const released = new Map<string, Claim>();
  const wanted = new Map<string, { claim: Claim; cell: Cell }>();
  for (const cell of cells) {
    const had = claimsIn(cell, cell.before);
    const has = claimsIn(cell, cell.now);
    for (const claim of had) if (!has.some(({ path }) => path === claim.path)) released.set(claim.path, claim);
    for (const claim of has.filter(({ path }) => !had.some((old) => old.path === path))) {
      if (wanted.has(claim.path)) throw taken([claim.field]);
      wanted.set(claim.path, { claim, cell });
    }
  }
  const asked = [...wanted.values()].filter(({ claim }) => !released.has(claim.path));
  const rows = await tx.getAll<UniqueDocument>(asked.map(({ claim }) => claim.path));
  const lost = asked.filter((_, i) => rows[i]);
  if (lost.length > 0) throw taken(lost.map(({ claim }) => claim.field));
  return [
    ...[...released.keys()].filter((path) => !wanted.has(path)).map((path) => remove(path)),
    ...[...wanted.values()].map(({ claim, cell }) => {
      const document: UniqueDocument = { scope: cell.storage.id, ref: cell.key };
      return released.has(claim.path) ? set(claim.path, document) : create(claim.path, document);
    }),
  ];
}

function claimsIn({ storage, clientId }: Cell, { live, deleted }: Cell['now']): Claim[] {
  const record = live ?? (deleted?.kind === 'trash' ? deleted : null);
  if (!record) return [];
  const alias = clientId ? [{ field: 'id', path: aliasPath(storage.id, clientId) }] : [];
  return [...alias, ...claimsOf(storage, decodeFields(record.data ?? {}))];
}
