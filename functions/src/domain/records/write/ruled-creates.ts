import type { DataRecord, FieldProblem, Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { create, type Write } from '../../../store/model/writes.ts';
import type { ClosedFields } from '../model/closed-fields.ts';
import type { RecordInput } from '../model/record-input.ts';
import type { CommitHook, RecordWrite, WriteAccess, WriteResult } from '../model/record-write.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { type Claim, claimedBy, claimsOf, taken } from '../model/unique-claims.ts';
import { checkReferences } from '../references/check-references.ts';
import { referencesIn } from '../references/reference-fields.ts';
import { giveBack, nextNumbers } from '../schema/next-numbers.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { isWarned, ruleClaims } from '../unique/rule-claims.ts';
import { settleClash } from '../unique/settle-clash.ts';
import { fieldChecks } from './field-checks.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import { inPlace, inWrite } from './refusals.ts';
import { recordOf, writeRecords } from './write-records.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadTotalWrites = lazily(() => import('./total-writes.ts'));

/** New records of a storage whose records claim values or refer to others. */
interface NewRecords extends Actor {
  readonly services: RecordServices;
  readonly storage: StorageRow;
  readonly inputs: readonly RecordInput[];
  readonly closed: ClosedFields | undefined;
  readonly access: WriteAccess | undefined;
  readonly hook: CommitHook<readonly DataRecord[]> | undefined;
  readonly warnings: FieldProblem[] | undefined;
}

type Fields = Record<string, Json>;

/**
 * @returns the fields of each record as the schema lets them be stored
 * @throws {ApiError} invalid-argument with one detail for each wrong field of the first wrong record
 */
export async function fieldsOfEach({ services, storage, inputs, actor, warnings }: NewRecords): Promise<Fields[]> {
  const rules = await rulesOf(services, storage);
  if (!rules) return inputs.map(({ fields }) => fields);
  const numbers = await nextNumbers(services, storage.id, { rules, count: inputs.length });
  const checks = fieldChecks(rules, { actor, now: services.now(), numbers });
  const fieldsOfAll = inputs.map(({ fields, password }, i) => {
    const where = placeOf(inputs, i);
    try {
      const checked = checks.check({ fields, before: null, hasPassword: typeof password === 'string' });
      warnings?.push(...inPlace(where, checked.warnings));
      return checked.fields;
    } catch (error) {
      giveBack(services, storage.id, numbers);
      throw inWrite(where, error);
    }
  });
  if (isLocking(rules, fieldsOfAll)) giveBack(services, storage.id, numbers); // the transaction takes its own
  return fieldsOfAll;
}

/** Whether the records name others whose delete looks at the reference, so that they are read under a lock. Decision 123. */
export async function mustLock({ services, storage }: NewRecords, fieldsOfAll: readonly Fields[]): Promise<boolean> {
  return isLocking(await rulesOf(services, storage), fieldsOfAll);
}

function isLocking(rules: Parameters<typeof referencesIn>[0], fieldsOfAll: readonly Fields[]): boolean {
  return referencesIn(rules).some(
    ({ field, hasOnDelete }) => hasOnDelete && fieldsOfAll.some((fields) => (fields[field] ?? null) !== null),
  );
}

/**
 * Looks whether the records that these name are there, without a lock.
 * @throws {ApiError} invalid-argument for one that is not there
 */
export async function checkUnlocked({ services, storage, warnings }: NewRecords, records: readonly InFlightRecord[]): Promise<void> {
  const rules = await rulesOf(services, storage);
  if (!rules || referencesIn(rules).length === 0) return;
  const where = (record: InFlightRecord) => placeOf(records, records.indexOf(record));
  await checkReferences(services.store, {
    records,
    rules: new Map([[storage.id, rules]]),
    refusal: (record, _field, error) => inWrite(where(record), error),
    mayDangle: () => false,
    warn: (record, _field, { details = [] }) => warnings?.push(...inPlace(where(record), details)),
  });
}

export async function createLocking(
  { services, storage, inputs, actor, origin, closed, access, hook, warnings }: NewRecords,
  hashes: readonly (string | undefined)[],
): Promise<DataRecord[]> {
  const writes = inputs.map((input, i): RecordWrite => {
    const [where, hash] = [placeOf(inputs, i), hashes[i]];
    return {
      op: 'create',
      storage,
      input,
      where,
      ...(closed && { closed }),
      ...(access && { access }),
      ...(hash !== undefined && { hash }),
    };
  });
  const created = (results: readonly WriteResult[]) => {
    const told = results.flatMap((result, i) => inPlace(placeOf(inputs, i), result.warnings ?? []));
    warnings?.splice(0, warnings.length, ...told); // each try has its own
    return results.map((result) => recordOf([result]));
  };
  const also = hook && { alsoWrites: (results: readonly WriteResult[]) => hook.alsoWrites(created(results)) };
  return created(await writeRecords(services, writes, { actor, origin, hook: also }));
}

/** @throws {ApiError} already-exists for a value that two of the records claim, unless that is only warned of */
export async function claimsOfEach(
  { services, storage, inputs, warnings }: NewRecords,
  fieldsOfAll: readonly Fields[],
): Promise<Claim[][]> {
  const rules = await rulesOf(services, storage);
  const paths = new Set<string>();
  return fieldsOfAll.map((fields, i) =>
    [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)].filter((claim) => {
      const isRepeated = paths.has(claim.path);
      paths.add(claim.path);
      if (!isRepeated) return true;
      if (!isWarned(claim, rules)) throw inWrite(placeOf(inputs, i), taken([claim]));
      warnings?.push(...inPlace(placeOf(inputs, i), taken([claim]).details ?? []));
      return false;
    }),
  );
}

/** @returns the name of one record of several */
function placeOf({ length }: readonly unknown[], i: number): string {
  return length > 1 ? `[${i}]` : '';
}

export function claiming(record: { storage: StorageRow; key: string }, claims: readonly Claim[] = []): Write[] {
  return claims.map(({ path }) => create(path, claimedBy(record)));
}

/** @returns what the storage's kept totals get by the new records */
export async function keptTotalsOf(
  { services, storage }: NewRecords,
  fresh: readonly { readonly record: InFlightRecord }[],
): Promise<Write[]> {
  const rules = await rulesOf(services, storage);
  if (!rules || rules.totals.length === 0) return [];
  const { totalWrites } = await loadTotalWrites(); // most storages keep none
  return totalWrites(
    fresh.map(({ record }) => record),
    new Map([[storage.id, rules]]),
  );
}

/** @returns the storage as it is without kept totals that have no room left; undefined where the error says something else */
export async function withoutFullTotals({ services, storage }: NewRecords, error: unknown): Promise<StorageRow | undefined> {
  const rules = await rulesOf(services, storage);
  if (!rules || rules.totals.length === 0) return undefined;
  const { endFullTotals } = await import('../kept-totals/kept-totals.ts');
  if (!(await endFullTotals(services, [{ storageId: storage.id, totals: rules.totals }], error))) return undefined;
  return (await services.store.storages.get(storage.id)) ?? undefined;
}

/** A claim of somebody else may turn out to be left over, or be given up meanwhile. */
const attempts = 5;

interface Claiming {
  readonly writes: readonly Write[];
  /** Written along: an answer that is kept has the warnings of its own try. */
  readonly also: () => readonly Write[];
  /** Of each record. */
  readonly claims: readonly (readonly Claim[])[];
  readonly attempt?: number;
}

/** Claims cost no read: the commit itself is refused where one is taken. */
export async function commitClaiming(given: NewRecords, { writes, also, claims, attempt = 1 }: Claiming): Promise<void> {
  const { services, storage, inputs, warnings } = given;
  try {
    await services.store.commit([...writes, ...also()]);
    return;
  } catch (error) {
    if (!isAlreadyExists(error) || claims.flat().length === 0) throw error;
    if (attempt === attempts) throw taken(claims.flat()); // by somebody else each time
  }
  const rules = await rulesOf(services, storage);
  const lost = await settleClash(services, storage, { claims, rules, refusal: (i, clash) => inWrite(placeOf(inputs, i), clash) });
  for (const [i, own] of claims.entries())
    warnings?.push(...own.flatMap(({ path }) => inPlace(placeOf(inputs, i), lost.get(path)?.details ?? [])));
  const isKept = ({ path }: { readonly path: string }) => !lost.has(path);
  const kept = claims.map((own) => own.filter(isKept));
  await commitClaiming(given, { writes: writes.filter(isKept), also, claims: kept, attempt: attempt + 1 });
}
