import { decodeFields } from '@bedplate/contract';
import type { ApiError } from '../../../errors/api-error.ts';
import { create, remove, set, type Write } from '../../../store/model/writes.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { aliasPath } from '../model/record-ids.ts';
import { type Claim, claimedBy, claimsOf, taken } from '../model/unique-claims.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { holdersOf } from '../unique/holders.ts';
import { isWarned, ruleClaims } from '../unique/rule-claims.ts';
import type { InFlightRecord, RecordState } from './in-flight-record.ts';
import { inWrite } from './refusals.ts';

export interface Claiming {
  readonly records: readonly InFlightRecord[];
  /** By storage; those of storages with a schema. */
  readonly rules: ReadonlyMap<string, StorageRules>;
  /** Names the write that gives a record a field. */
  readonly writerOf: (record: InFlightRecord, field: string) => string;
  /** Takes the refusal of a value that another record has too, where the schema only warns. */
  readonly warn: (record: InFlightRecord, field: string, error: ApiError) => void;
  /** False where no record gives up a value: the claims are made unseen, and the commit is refused where one is taken. */
  readonly look: boolean;
}

interface Wanted {
  readonly claim: Claim;
  readonly record: InFlightRecord;
}

/**
 * Updates the claims of unique values: chosen ids, app users' usernames and e-mails, and what the rules of a schema name. Records in
 * the trash keep their claims, and no record releases another's. Two reads, a write and a delete for each value that changes,
 * one write for each of a new record.
 * @throws {ApiError} already-exists when two records would claim the same, naming the write
 */
export async function claimWrites(tx: Transaction, claiming: Claiming): Promise<Write[]> {
  const { released, wanted } = changedClaims(claiming);
  if (!claiming.look) return [...wanted.values()].map(({ claim: { path }, record }) => create(path, claimedBy(record)));
  const paths = [...new Set([...wanted.keys(), ...released.keys()])];
  const rows = await tx.getAll(paths);
  const holders = new Map(paths.map((path, i) => [path, rows[i]?.data.ref]));
  const isReleased = (path: Claim['path']) => released.get(path)?.has(holders.get(path) ?? '') ?? false;

  const held = [...wanted.values()].filter(({ claim: { path } }) => holders.get(path) !== undefined && !isReleased(path));
  const found = await holdersOf(
    tx,
    claiming.rules,
    held.map((one) => ({ ...one, storage: one.record.storage, key: holders.get(one.claim.path) ?? '' })),
  );
  const lost = held.filter((_, i) => found[i] !== 'nobody');
  const refused = lost.filter((one) => !isWarned(one.claim, rulesFor(claiming, one.record)));
  const isInTrash = (one: Wanted) => found[held.indexOf(one)] === 'trash';
  refuse(claiming, refused, isInTrash);
  for (const one of lost) warn(claiming, one, isInTrash(one)); // the others are warned of
  const taking = [...wanted.values()].filter((one) => !lost.includes(one));
  const isTaken = new Set(taking.map(({ claim }) => claim.path));
  return [
    ...[...released.keys()].filter((path) => isReleased(path) && !isTaken.has(path)).map((path) => remove(path)),
    ...taking.map(({ claim: { path }, record }) =>
      holders.get(path) === undefined ? create(path, claimedBy(record)) : set(path, claimedBy(record)),
    ),
  ];
}

interface ChangedClaims {
  /** By path, the keys of the records that leave it. */
  readonly released: ReadonlyMap<Claim['path'], ReadonlySet<string>>;
  readonly wanted: ReadonlyMap<Claim['path'], Wanted>;
}

/** A value that a record keeps costs nothing. */
function changedClaims(claiming: Claiming): ChangedClaims {
  const released = new Map<Claim['path'], Set<string>>();
  const wanted = new Map<Claim['path'], Wanted>();
  for (const record of claiming.records) {
    const rules = rulesFor(claiming, record);
    const had = claimsIn(record, record.before, rules);
    const has = claimsIn(record, record.now, rules);
    for (const { path } of had) {
      if (!has.some((claim) => path === claim.path)) released.set(path, (released.get(path) ?? new Set()).add(record.key));
    }
    for (const claim of has.filter(({ path }) => !had.some((old) => old.path === path))) {
      const one = { claim, record };
      if (!wanted.has(claim.path)) wanted.set(claim.path, one);
      else if (isWarned(claim, rules)) warn(claiming, one, false);
      else refuse(claiming, [one], () => false);
    }
  }
  return { released, wanted };
}

function rulesFor({ rules }: Claiming, { storage }: InFlightRecord): StorageRules | undefined {
  return rules.get(storage.id);
}

function claimsIn({ storage, clientId }: InFlightRecord, { live, deleted }: RecordState, rules: StorageRules | undefined): Claim[] {
  const record = live ?? (deleted?.kind === 'trash' ? deleted : null);
  if (!record) return [];
  const fields = decodeFields(record.data ?? {});
  const alias = clientId ? [{ fields: ['id'], path: aliasPath(storage.id, clientId) }] : [];
  return [...alias, ...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)];
}

function warn(claiming: Claiming, { claim: { fields }, record }: Wanted, inTrash: boolean): void {
  claiming.warn(record, fields[0] ?? '', taken([{ fields, inTrash }]));
}

/** @throws {ApiError} already-exists for the first write whose values are taken, with all of them */
function refuse({ writerOf }: Claiming, held: readonly Wanted[], isInTrash: (one: Wanted) => boolean): void {
  const [first] = held;
  if (!first) return;
  const writer = ({ claim, record }: Wanted) => writerOf(record, claim.fields[0] ?? '');
  const ofOneWrite = held.filter((one) => writer(one) === writer(first));
  throw inWrite(writer(first), taken(ofOneWrite.map((one) => ({ fields: one.claim.fields, inTrash: isInTrash(one) }))));
}
