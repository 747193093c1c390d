import { settleMillis } from '../../../memory/list-cache.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { recordsPath, trashPath } from '../model/paths.ts';
import { type Candidate, candidateOf, type Position } from './candidate.ts';
import { fingerprint } from './cursor.ts';
import type { ListQuery } from './list-query.ts';
import type { Plan, Planning } from './planning.ts';
import type { Taken } from './take.ts';

/** The head of a list that was expensive to find, as of one moment. */
interface CachedList {
  readonly plan: Pick<Plan, 'path' | 'total'>;
  /** In the list's order. */
  readonly members: readonly Candidate[];
  /** All matches up to here are members; undefined: all there are. */
  readonly upTo: Position | undefined;
  readonly asOf: Timestamp;
}

export interface CachedHead {
  readonly plan: CachedList['plan'];
  readonly taken: Taken;
}

/** A list that costs less may as well be read again. */
const worthKeeping = 30;
const changesAtMost = 40;
const membersAtMost = 100;

/** Remembers the first page of an expensive list, with what was read beyond it. Decision 018. */
export function keepHead({ reader, query, storage, order }: Planning, plan: Plan, taken: Taken): void {
  const { asOf, store } = reader;
  if (reader.spent < worthKeeping || plan.dense || !asOf) return;
  const members = [...taken.found, ...(taken.spare ?? [])];
  const last = taken.exhausted ? undefined : (taken.upTo ?? taken.found.at(-1));
  if ((!last && !taken.exhausted) || members.length > membersAtMost) return;
  const list: CachedList = {
    plan: { ...plan, path: `kept list, ${plan.path}` },
    members,
    upTo: last && order.positionOf(last),
    asOf,
  };
  store.memory.lists.keep(storage.id, headName(query), list);
}

/**
 * Updates the cached first page with later changes: two queries, which are empty without changes.
 * @returns undefined when the list is not cached, or too much has changed
 */
export async function cachedHead(planning: Planning): Promise<CachedHead | undefined> {
  const { query, storage, reader } = planning;
  const { lists } = reader.store.memory;
  if (!lists.has(storage.id)) return undefined;
  const name = headName(query);
  const cached = lists.get<CachedList>(storage.id, name);
  if (!cached) return undefined;
  const changes = await changesSince(planning, cached.asOf.toMillis() - settleMillis);
  if (!changes) {
    lists.pause(storage.id);
    return undefined;
  }
  const members = broughtUpToDate(planning, cached, changes);
  if (cached.upTo && members.length < query.limit) {
    lists.drop(storage.id, name);
    return undefined;
  }
  lists.replace(storage.id, name, { old: cached, fresh: cut(planning, { ...cached, members, asOf: changes.asOf }) });
  const found = members.slice(0, query.limit);
  const exhausted = !cached.upTo && members.length <= query.limit;
  const lookBehind = () => Promise.resolve(members.length > query.limit || undefined);
  return { plan: cached.plan, taken: { found, skipped: 0, exhausted, last: found.at(-1), lookBehind } };
}

/** Rules and references may ask for other records a moment later, which does not matter to a cursor. */
function headName(query: ListQuery): string {
  const followed = query.asked ? ` ${JSON.stringify([query.filters, query.either])}` : '';
  return `${fingerprint(query)}${query.bound ? ` ${JSON.stringify(query.bound.either)}` : ''}${followed}`;
}

/** A list may grow by many records. */
function cut({ order }: Planning, list: CachedList): CachedList {
  if (list.members.length <= membersAtMost) return list;
  const members = list.members.slice(0, membersAtMost);
  const last = members.at(-1);
  return { ...list, members, upTo: last && order.positionOf(last) };
}

interface Changes {
  /** When both were read: the earlier of the two. */
  readonly asOf: Timestamp;
  readonly changed: readonly Candidate[];
  readonly gone: ReadonlySet<string>;
}

async function changesSince({ reader, storage, order }: Planning, millis: number): Promise<Changes | undefined> {
  const since = Timestamp.fromMillis(millis);
  const limit = changesAtMost + 1;
  const [changed, gone] = await Promise.all([
    reader.query({
      from: recordsPath(storage.id),
      where: [['updatedAt', '>=', since]],
      orderBy: [
        ['updatedAt', 'asc'],
        [documentId, 'asc'],
      ],
      limit,
      select: order.select,
    }),
    reader.query({
      from: trashPath(storage.id),
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
function broughtUpToDate({ order, matches }: Planning, { members, upTo }: CachedList, { changed, gone }: Changes): readonly Candidate[] {
  if (changed.length === 0 && gone.size === 0) return members;
  const old = new Set(changed.map(({ id }) => id));
  const fresh = changed.filter((one) => matches(one) && (!upTo || order.compare(order.positionOf(one), upTo) <= 0));
  return [...members.filter(({ id }) => !old.has(id)), ...fresh]
    .filter(({ id }) => !gone.has(id))
    .map((one) => ({ one, position: order.positionOf(one) }))
    .sort((a, b) => order.compare(a.position, b.position))
    .map(({ one }) => one);
}
