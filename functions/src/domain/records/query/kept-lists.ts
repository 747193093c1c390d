import type { DeletedDocument, RecordDocument } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import { shownFields } from '../model/present.ts';
import { type Candidate, candidateOf, type Position, positionOf } from './candidate.ts';
import { fingerprint } from './cursor.ts';
import { comparePositions } from './order.ts';
import type { Plan, Planning } from './planning.ts';
import type { Taken } from './take.ts';

/** The head of a list that was expensive to find, as of one moment. */
interface KeptList {
  readonly plan: Pick<Plan, 'path' | 'total'>;
  /** In the list's order. */
  readonly members: readonly Candidate[];
  /** All matches up to here are members; undefined: all there are. */
  readonly upTo: Position | undefined;
  readonly asOf: Timestamp;
  readonly until: number;
}

interface Storage {
  readonly lists: Map<string, KeptList>;
  /** Too much is written to it at present. */
  busyUntil: number;
}

export interface KeptHead {
  readonly plan: KeptList['plan'];
  readonly taken: Taken;
}

/** A list that costs less is as well read again. */
const worthKeeping = 30;
const keptMillis = 60_000;
/** A write may become visible this much later than the time it carries. */
const settleMillis = 5_000;
/** Of that, what clocks of instances may differ by. */
const skewMillis = 1_000;
const busyMillis = 10_000;
const changesAtMost = 40;
const listsPerStorage = 50;
const membersAtMost = 100;

const byStore = new WeakMap<Store, Map<string, Storage>>();

/** Remembers the first page of a list, with what was read beyond it, when it was expensive. */
export function keepHead(planning: Planning, plan: Plan, taken: Taken, now: number): void {
  const { reader, query } = planning;
  const { asOf } = reader;
  if (reader.spent < worthKeeping || plan.dense || !asOf) return;
  const members = [...taken.found, ...(taken.spare ?? [])];
  const last = taken.exhausted ? undefined : (taken.upTo ?? taken.found.at(-1));
  if ((!last && !taken.exhausted) || members.length > membersAtMost) return;
  const { lists, busyUntil } = storageOf(planning);
  if (busyUntil > now) return;
  lists.delete(fingerprint(query));
  lists.set(fingerprint(query), {
    plan: { ...plan, path: `kept list, ${plan.path}` },
    members,
    upTo: last && positionOf(last, query.sort),
    asOf,
    until: now + keptMillis,
  });
  const [oldest] = lists.keys();
  if (lists.size > listsPerStorage && oldest !== undefined) lists.delete(oldest);
}

/**
 * The first page from a list that was kept, brought up to date by what has changed since: two queries that find nothing in a
 * storage at rest. @returns undefined when there is none, or too much has changed for it
 */
export async function keptHead(planning: Planning, now: number): Promise<KeptHead | undefined> {
  const { query } = planning;
  const storage = storageOf(planning);
  if (storage.lists.size === 0) return undefined;
  const name = fingerprint(query);
  const kept = storage.lists.get(name);
  if (!kept || kept.until <= now) return undefined;
  const changes = await changesSince(planning, kept.asOf.toMillis() - settleMillis);
  if (!changes) {
    storage.lists.clear();
    storage.busyUntil = now + busyMillis;
    return undefined;
  }
  const members = broughtUpToDate(planning, kept, changes);
  if (kept.upTo && members.length < query.limit) {
    storage.lists.delete(name);
    return undefined;
  }
  // Another request may have done so, or have found the storage busy, in the meantime.
  if (storage.lists.get(name) === kept) storage.lists.set(name, cut(planning, { ...kept, members, asOf: changes.asOf }));
  const found = members.slice(0, query.limit);
  const exhausted = !kept.upTo && members.length <= query.limit;
  const lookBehind = () => Promise.resolve(members.length > query.limit || undefined);
  return { plan: kept.plan, taken: { found, skipped: 0, exhausted, last: found.at(-1), lookBehind } };
}

/** A write that was under way for longer than lists look back is not found by them. @param took milliseconds from its time to its commit */
export function forgetListsMissing(store: Store, storageId: string, took: number): void {
  if (took > settleMillis - skewMillis) byStore.get(store)?.delete(storageId);
}

/** Many records may come to stand in a list. */
function cut({ query }: Planning, list: KeptList): KeptList {
  if (list.members.length <= membersAtMost) return list;
  const members = list.members.slice(0, membersAtMost);
  const last = members.at(-1);
  return { ...list, members, upTo: last && positionOf(last, query.sort) };
}

interface Changes {
  /** When both were read: the earlier of the two. */
  readonly asOf: Timestamp;
  readonly changed: readonly Candidate[];
  readonly gone: ReadonlySet<string>;
}

async function changesSince({ reader, storage }: Planning, millis: number): Promise<Changes | undefined> {
  const since = Timestamp.fromMillis(millis);
  const limit = changesAtMost + 1;
  const [changed, gone] = await Promise.all([
    reader.query<RecordDocument<Timestamp>>({
      from: recordsPath(storage.id),
      where: [['updatedAt', '>=', since]],
      orderBy: [
        ['updatedAt', 'asc'],
        [documentId, 'asc'],
      ],
      limit,
      select: shownFields,
    }),
    reader.query<DeletedDocument<Timestamp>>({
      from: `storages/${storage.id}/deleted`,
      where: [['deletedAt', '>=', since]],
      orderBy: [
        ['deletedAt', 'asc'],
        [documentId, 'asc'],
      ],
      limit,
      select: ['deletedAt'],
    }),
  ]);
  if (changed.rows.length === limit || gone.rows.length === limit) return undefined;
  const asOf = changed.readTime.toMillis() < gone.readTime.toMillis() ? changed.readTime : gone.readTime;
  return { asOf, changed: changed.rows.map(candidateOf), gone: new Set(gone.rows.map(({ id }) => id)) };
}

/** A record that was changed and then deleted may be found as both, when it happened between the two queries. */
function broughtUpToDate({ query, matches }: Planning, { members, upTo }: KeptList, { changed, gone }: Changes): readonly Candidate[] {
  if (changed.length === 0 && gone.size === 0) return members;
  const old = new Set(changed.map(({ id }) => id));
  const place = (one: Candidate) => positionOf(one, query.sort);
  const fresh = changed.filter((one) => matches(one) && (!upTo || comparePositions(place(one), upTo, query.sort) <= 0));
  return [...members.filter(({ id }) => !old.has(id)), ...fresh]
    .filter(({ id }) => !gone.has(id))
    .map((one) => ({ one, position: place(one) }))
    .sort((a, b) => comparePositions(a.position, b.position, query.sort))
    .map(({ one }) => one);
}

function storageOf({ reader: { store }, storage: { id } }: Planning): Storage {
  const storages = byStore.get(store) ?? new Map<string, Storage>();
  byStore.set(store, storages);
  const known = storages.get(id) ?? { lists: new Map<string, KeptList>(), busyUntil: 0 };
  storages.set(id, known);
  return known;
}
