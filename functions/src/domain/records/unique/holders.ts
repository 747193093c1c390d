import type { DocumentPath } from '../../../store/model/collection.ts';
import { decodeFields, type DeletedDocument, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Door } from '../../../store/readers.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Claim } from '../model/unique-claims.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { ruleClaims } from './rule-claims.ts';

/** A claim that a record wants and another record has. */
interface Held {
  readonly claim: Claim;
  readonly storage: StorageRow;
  /** Of the record that has it. */
  readonly key: string;
}

/** Where the record is that has a value. `nobody`: the claim is left over, such as one of values that changed while nothing was claimed. */
export type Holder = 'live' | 'trash' | 'nobody';

/**
 * Looks at the records that hold claims of rules: one read each, one more for those in the trash. Other claims are believed.
 * @returns in the order of `held`
 */
export async function holdersOf(
  door: Pick<Door, 'getAll'>,
  rules: ReadonlyMap<string, StorageRules>,
  held: readonly Held[],
): Promise<Holder[]> {
  const asked = held.filter(({ claim }) => claim.isOfRule);
  const live = await read<RecordDocument<Timestamp>>(door, asked, recordPath);
  const missing = asked.filter((one) => !has(one, rules, live.get(one)));
  const trash = await read<DeletedDocument<Timestamp>>(door, missing, deletedPath);
  return held.map((one) => {
    if (!missing.includes(one)) return 'live';
    return has(one, rules, trash.get(one)) ? 'trash' : 'nobody';
  });
}

type Holding = Row<Pick<RecordDocument<Timestamp> | DeletedDocument<Timestamp>, 'data'>>;

async function read<T extends Holding['data']>(
  door: Pick<Door, 'getAll'>,
  held: readonly Held[],
  pathOf: (storageId: string, key: string) => DocumentPath<T>,
): Promise<Map<Held, Holding | null | undefined>> {
  const path = ({ storage, key }: Held) => pathOf(storage.id, key);
  const paths = [...new Set(held.map(path))];
  const rows = await door.getAll(paths, ['data']);
  const found = new Map(paths.map((one, i) => [one, rows[i]]));
  return new Map(held.map((one) => [one, found.get(path(one))]));
}

function has({ claim, storage }: Held, rules: ReadonlyMap<string, StorageRules>, row: Holding | null | undefined): boolean {
  if (!row?.data.data) return false;
  return ruleClaims(storage.id, rules.get(storage.id), decodeFields(row.data.data)).some(({ path }) => path === claim.path);
}
