import type { Json } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { fullWrite, isReady, type KeptGroup, readKept } from '../kept-totals/kept-totals.ts';
import type { KeptBy } from '../kept-totals/share.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import type { Reader } from './budget.ts';
import type { Candidate } from './candidate.ts';
import type { Planning } from './planning.ts';

/** The records of one set of values, as conditions see each of them. */
export interface GroupOfAlike extends Candidate {
  readonly alike: KeptGroup;
}

interface Wanted {
  /** Fields whose values matter. */
  readonly paths: readonly string[];
  /** Fields that are added up. */
  readonly sums?: readonly string[];
}

/** @returns the kept total that answers a question with the fewest fields, without a read where the storage keeps none */
export async function keptTotalFor(store: Store, storage: StorageRow, { paths, sums = [] }: Wanted): Promise<KeptBy | undefined> {
  if ((storage.data.keptTotals ?? []).length === 0) return undefined;
  const rules = await rulesOf({ store }, storage);
  const has = ({ by, sums: summed }: KeptBy) =>
    paths.every((path) => by.includes(path.split('.', 1)[0] ?? path)) && sums.every((name) => summed.some(({ field }) => field === name));
  return rules?.totals
    .filter((total) => isReady(storage, total.id) && has(total))
    .sort((a, b) => a.by.length - b.by.length)
    .at(0);
}

/** @returns whether the values of its fields decide of each record whether it is in the list */
export function isByValues({ query, isTimed }: Pick<Planning, 'query' | 'isTimed'>): boolean {
  return !isTimed && query.search === undefined && query.deleted === 'no';
}

/** @returns undefined where the total does not know the values of all records */
export async function groupsOfAlike(reader: Reader, storage: StorageRow, total: KeptBy): Promise<GroupOfAlike[] | undefined> {
  const kept = await readKept(reader, { storageId: storage.id, total });
  if (kept === 'full') await reader.store.commit([fullWrite(storage.id, total.id)]);
  if (typeof kept === 'string') return undefined;
  return kept.map((alike) => ({ id: '', stored, fields: fieldsOf(total, alike), alike }));
}

function fieldsOf({ by }: KeptBy, { values }: KeptGroup): Record<string, Json> {
  return Object.fromEntries(by.map((name, i) => [name, values[i] ?? null]));
}

/** No condition asks for it. */
const stored: Candidate['stored'] = {
  data: {},
  files: {},
  createdAt: Timestamp.fromMillis(0),
  updatedAt: Timestamp.fromMillis(0),
};

/** As `explain` names it. */
export function keptPath({ by }: KeptBy): string {
  return `total kept${by.length > 0 ? ` by ${by.join(', ')}` : ''}`;
}
