import { decodeFields } from '@bedplate/contract';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { create, remove, set, type Write } from '../../../store/model/writes.ts';
import { aliasPath } from '../model/client-id.ts';
import { type Claim, claimsOf, taken } from '../model/unique-claims.ts';
import type { Cell } from './cells.ts';
import { inWrite } from './in-write.ts';

/**
 * Moves what records claim for themselves alone: chosen ids, and usernames and e-mails of app users. What the trash holds stays
 * claimed, and nobody gives up what is another record's.
 * @param writerOf names the write that gives a record a field
 * @throws {ApiError} already-exists when two records would claim the same, naming the write
 */
export async function claimWrites(
  tx: Transaction,
  cells: readonly Cell[],
  writerOf: (cell: Cell, field: string) => string,
): Promise<Write[]> {
  const released = new Map<string, Set<string>>();
  const wanted = new Map<string, { claim: Claim; cell: Cell }>();
  for (const cell of cells) {
    const had = claimsIn(cell, cell.before);
    const has = claimsIn(cell, cell.now);
    for (const { path } of had) {
      if (!has.some((claim) => path === claim.path)) released.set(path, (released.get(path) ?? new Set()).add(cell.key));
    }
    for (const claim of has.filter(({ path }) => !had.some((old) => old.path === path))) {
      if (wanted.has(claim.path)) throw inWrite(writerOf(cell, claim.field), taken([claim.field]));
      wanted.set(claim.path, { claim, cell });
    }
  }
  const paths = [...new Set([...wanted.keys(), ...released.keys()])];
  const rows = await tx.getAll<UniqueDocument>(paths);
  const holders = new Map(paths.map((path, i) => [path, rows[i]?.data.ref]));
  const isReleased = (path: string) => released.get(path)?.has(holders.get(path) ?? '') ?? false;
  const [lost, ...others] = [...wanted.values()].filter(({ claim: { path } }) => holders.get(path) !== undefined && !isReleased(path));
  if (lost) {
    const where = writerOf(lost.cell, lost.claim.field);
    const ofSameWrite = others.filter(({ cell, claim }) => writerOf(cell, claim.field) === where);
    throw inWrite(where, taken([lost, ...ofSameWrite].map(({ claim }) => claim.field)));
  }
  return [
    ...[...released.keys()].filter((path) => isReleased(path) && !wanted.has(path)).map((path) => remove(path)),
    ...[...wanted.values()].map(({ claim, cell }) => {
      const document: UniqueDocument = { scope: cell.storage.id, ref: cell.key };
      return isReleased(claim.path) ? set(claim.path, document) : create(claim.path, document);
    }),
  ];
}

function claimsIn({ storage, clientId }: Cell, { live, deleted }: Cell['now']): Claim[] {
  const record = live ?? (deleted?.kind === 'trash' ? deleted : null);
  if (!record) return [];
  const alias = clientId ? [{ field: 'id', path: aliasPath(storage.id, clientId) }] : [];
  return [...alias, ...claimsOf(storage, decodeFields(record.data ?? {}))];
}
