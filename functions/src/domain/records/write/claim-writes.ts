import { decodeFields } from '@bedplate/contract';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { create, remove, set, type Write } from '../../../store/model/writes.ts';
import { aliasPath } from '../model/record-ids.ts';
import { type Claim, claimedBy, claimsOf, taken } from '../model/unique-claims.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import { inWrite } from './refusals.ts';

/**
 * Updates the claims of unique values: chosen ids, and app users' usernames and e-mails. Records in
 * the trash keep their claims, and no record releases another's.
 * @param writerOf names the write that gives a record a field
 * @throws {ApiError} already-exists when two records would claim the same, naming the write
 */
export async function claimWrites(
  tx: Transaction,
  records: readonly InFlightRecord[],
  writerOf: (record: InFlightRecord, field: string) => string,
): Promise<Write[]> {
  const released = new Map<string, Set<string>>();
  const wanted = new Map<string, { claim: Claim; record: InFlightRecord }>();
  for (const record of records) {
    const had = claimsIn(record, record.before);
    const has = claimsIn(record, record.now);
    for (const { path } of had) {
      if (!has.some((claim) => path === claim.path)) released.set(path, (released.get(path) ?? new Set()).add(record.key));
    }
    for (const claim of has.filter(({ path }) => !had.some((old) => old.path === path))) {
      if (wanted.has(claim.path)) throw inWrite(writerOf(record, claim.field), taken([claim.field]));
      wanted.set(claim.path, { claim, record });
    }
  }
  const paths = [...new Set([...wanted.keys(), ...released.keys()])];
  const rows = await tx.getAll<UniqueDocument>(paths);
  const holders = new Map(paths.map((path, i) => [path, rows[i]?.data.ref]));
  const isReleased = (path: string) => released.get(path)?.has(holders.get(path) ?? '') ?? false;
  const [lost, ...others] = [...wanted.values()].filter(({ claim: { path } }) => holders.get(path) !== undefined && !isReleased(path));
  if (lost) {
    const where = writerOf(lost.record, lost.claim.field);
    const ofSameWrite = others.filter(({ record, claim }) => writerOf(record, claim.field) === where);
    throw inWrite(where, taken([lost, ...ofSameWrite].map(({ claim }) => claim.field)));
  }
  return [
    ...[...released.keys()].filter((path) => isReleased(path) && !wanted.has(path)).map((path) => remove(path)),
    ...[...wanted.values()].map(({ claim, record }) => {
      const document = claimedBy(record);
      return isReleased(claim.path) ? set(claim.path, document) : create(claim.path, document);
    }),
  ];
}

function claimsIn({ storage, clientId }: InFlightRecord, { live, deleted }: InFlightRecord['now']): Claim[] {
  const record = live ?? (deleted?.kind === 'trash' ? deleted : null);
  if (!record) return [];
  const alias = clientId ? [{ field: 'id', path: aliasPath(storage.id, clientId) }] : [];
  return [...alias, ...claimsOf(storage, decodeFields(record.data ?? {}))];
}
