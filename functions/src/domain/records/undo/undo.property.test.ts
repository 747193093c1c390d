import { isDeepStrictEqual } from 'node:util';
import { decodeFields, type Json, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { numbers } from '../../../../test/numbers.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { records as recordsOf, trash } from '../../../store/collections.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { parseAggregateQuery } from '../aggregate/aggregate-query.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { getJob } from '../jobs/list-jobs.ts';
import { type JobKinds, runJobs, workOn } from '../jobs/run-jobs.ts';
import { undoJob } from './undo-job.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { deleteRecord, putRecord, restoreRecord, updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { beginUndo, selectionOf, type WantedUndo } from './start-undo.ts';

const rounds = Number(process.env.BEDPLATE_ROUNDS ?? 3);
const seed = Number(process.env.BEDPLATE_SEED ?? 7);
const changes = 100;

let api: ApiServer;
let clock = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const now = () => Date.now() + clock;
const services = (): RecordServices => Object.create(api.services.records, { now: { value: now } }) as RecordServices;

interface State {
  readonly place: 'live' | 'trash' | 'gone';
  readonly fields: Record<string, Json>;
}
interface Change extends Actor {
  readonly at: number;
  readonly before: State;
  readonly after: State;
}
interface Known {
  readonly key: string;
  readonly id: string;
  readonly log: Change[];
}
const nowhere: State = { place: 'gone', fields: {} };

const authors: Actor[] = [
  { actor: 'ann' },
  { actor: 'kBad', origin: { keyId: 'kBad', requestId: 'q1' } },
  { actor: 'kBad', origin: { keyId: 'kBad', requestId: 'q2' } },
  { actor: 'user:u1', origin: { requestId: 'q3' } },
];

/**
 * The record as it was before the selected changes, field by field, and its place: where somebody else has decided since, as it is.
 * @param only the field that goes back, where one is named
 */
function undone({ log }: Known, isSelected: (change: Change) => boolean, only?: string): State {
  const state = log.at(-1)?.after ?? nowhere;
  const moves = log.filter(({ before, after }) => before.place !== after.place).toReversed();
  const isMoved = moves.some(isSelected);
  const isOthers = isMoved && !isSelected(moves[0] as Change); // it has been moved
  const target = isMoved && !isOthers ? before(moves, isSelected).place : state.place;
  const isEdited = isMoved && state.place === 'live' && target !== 'live' && !isSelected(log.at(-1) as Change);
  const end = moves.findIndex((change) => !isSelected(change));
  const undoneMoves = isOthers || isEdited ? [] : moves.slice(0, end < 0 ? moves.length : end);
  const isOver = (change: Change) => isSelected(change) && (change.before.place !== 'gone' || undoneMoves.includes(change));
  if (isMoved && !isOthers && !isEdited && target === 'gone') return state.place === 'live' ? { ...state, place: 'trash' } : state;
  const place = isEdited ? state.place : target;
  if (place === 'gone' || (place === 'trash' && state.place === 'trash')) return { ...state, place };
  const names = new Set(log.flatMap((change) => [...Object.keys(change.before.fields), ...Object.keys(change.after.fields)]));
  const fields: Record<string, Json> = {};
  for (const name of names) {
    const touching = log.filter((change) => !isDeepStrictEqual(change.before.fields[name], change.after.fields[name])).toReversed();
    const value =
      touching[0] && name === (only ?? name) && isOver(touching[0]) ? before(touching, isOver).fields[name] : state.fields[name];
    if (value !== undefined) fields[name] = value;
  }
  return { place, fields };
}

/** An undo of one field looks at no other change. */
function isUpdate({ before: { place }, after }: Change): boolean {
  return place === after.place;
}

/** @param all newest first, of which the first is selected */
function before(all: readonly Change[], isSelected: (change: Change) => boolean): State {
  const end = all.findIndex((change) => !isSelected(change));
  return (all.at(end < 0 ? -1 : end - 1) as Change).before; // one at least
}

async function world(random: () => number) {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T; // of is not empty
  const storage = await api.storage('things', { history: 30, is_softDelete: true });
  const schema = StorageSchema.parse({ fields: { a: { type: 'text' } }, totals: [{ by: ['a'], sum: [] }] });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, state: 'learn', schema },
  });
  clock += armingMillis;
  await runJobs(services(), jobKinds, now() + 60_000);
  const known: Known[] = [];
  const stateOf = async (key: string): Promise<State> => {
    const live = await api.services.store.in(recordsOf(storage.id)).get(key);
    if (live) return { place: 'live', fields: decodeFields(live.data.data) };
    const deleted = await api.services.store.in(trash(storage.id)).get(key);
    return deleted?.data.kind === 'trash' ? { place: 'trash', fields: decodeFields(deleted.data.data ?? {}) } : nowhere;
  };
  const values = (): Record<string, Json> =>
    Object.fromEntries(['a', 'b', 'c'].filter(() => random() < 0.5).map((name) => [name, pick<Json>(['x', 'y', null, 1, [1, 'y']])]));
  const change = async (): Promise<void> => {
    clock += pick([5_000, 60_000, 3_000_000]);
    const [author, row, kind] = [pick(authors), await storage.read(), random()];
    const one = known.length > 0 && kind > 0.2 ? pick(known) : null;
    try {
      if (!one) await made(row, author, kind);
      else if (kind < 0.35) await deleteRecord(services(), row, { id: one.key, permanent: kind < 0.25, ...author });
      else if (kind < 0.45) await restoreRecord(services(), row, { id: one.key, ...author });
      else if (kind < 0.5) await updateRecord(services(), row, { id: one.key, fields: { b: { $unset: true } }, ...author });
      else await updateRecord(services(), row, { id: one.key, fields: values(), ...author });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    if (one) await noted(one, author);
  };
  const made = async (row: StorageRow, author: Actor, kind: number): Promise<void> => {
    const chosen = pick(['my-1', 'my-2', 'my-3']);
    const isTaken = known.some(({ id, log }) => id === chosen && log.at(-1)?.after.place !== 'gone');
    if (kind < 0.1 && isTaken) return;
    const id =
      kind < 0.1
        ? String((await putRecord(services(), row, { id: chosen, fields: values(), upsert: true, ...author })).record.id)
        : String((await createRecords(services(), row, { inputs: [values()], ...author }))[0]?.id);
    const { rows } = await api.services.store.in(recordsOf(storage.id)).query();
    const key = rows.find(({ id: own, data }) => (data.clientId ?? own) === id)?.id ?? '';
    const one = { key, id, log: [] };
    known.push(one);
    await noted(one, author);
  };
  const noted = async ({ key, log }: Known, author: Actor): Promise<void> => {
    const [earlier, after] = [log.at(-1)?.after ?? nowhere, await stateOf(key)];
    if (!isDeepStrictEqual(earlier, after)) log.push({ ...author, at: now(), before: earlier, after });
  };
  const states = async () => new Map(await Promise.all(known.map(async ({ key }) => [key, await stateOf(key)] as const)));
  return { storage, known, pick, change, states };
}

/** Runs that are cut off: in the middle of a page, or after it and before its end is noted. */
async function finished(random: () => number, storageId: string, jobId: string) {
  const cut = (): void => {
    if (random() < 0.3) throw new Error('killed');
  };
  const kinds: JobKinds = {
    ...jobKinds,
    undoChanges: {
      async page(given, storage, job) {
        let left = random() < 0.5 ? 2 : Number.POSITIVE_INFINITY;
        const store = Object.create(given.store, {
          optimistic: {
            value: (...args: Parameters<typeof given.store.optimistic>) =>
              --left < 0 ? Promise.reject(new Error('killed')) : given.store.optimistic(...args),
          },
        }) as typeof given.store;
        const page = await jobKinds.undoChanges.page(Object.create(given, { store: { value: store } }) as RecordServices, storage, job);
        cut();
        return page;
      },
    },
  };
  for (;;) {
    await workOn(services(), { kinds, jobId, until: Number.POSITIVE_INFINITY });
    const job = await getJob(services(), storageId, jobId);
    if (job.state === 'done') return job;
    clock += 61_000;
  }
}

async function totalsAreRight(storage: StorageRow): Promise<void> {
  const { keptTotals: _, ...without } = storage.data;
  const query = parseAggregateQuery('op=count&groupBy=a', () => false);
  const kept = await aggregate(services(), storage, query);
  expect(kept.path).toContain('total kept');
  expect(kept.data).toEqual((await aggregate(services(), { ...storage, data: without }, query)).data);
}

/** Of records with one chosen id, the others decide whether the earlier one comes back, and whether the later one goes for good. */
function isBlocked({ key, id }: Known, known: readonly Known[]): boolean {
  return known.some((other) => other.key !== key && other.id === id);
}

test.each(Array.from({ length: rounds }, (_, i) => seed + i))(
  'random changes, undone and undone again, are those of a naive model (seed %i)',
  async (own) => {
    const random = numbers(own);
    const { storage, known, pick, change, states } = await world(random);
    const began = now();
    for (let i = 0; i < changes; i += 1) await change();
    const middle = began + (now() - began) * random();
    const one = pick(known);
    const [wanted, isSelected] = pick<[WantedUndo, (change: Change, of: Known) => boolean]>([
      [{ by: { kind: 'key', id: 'kBad' } }, ({ actor }) => actor === 'kBad'],
      [{ by: { kind: 'user', id: 'u1' } }, ({ actor }) => actor === 'user:u1'],
      [{ by: { kind: 'request', id: 'q2' } }, ({ origin }) => origin?.requestId === 'q2'],
      [{ by: { kind: 'key', id: 'kBad' }, from: middle }, ({ actor, at }) => actor === 'kBad' && at >= middle],
      [{ by: { kind: 'anyone' }, from: middle }, ({ at }) => at >= middle],
      [{ by: { kind: 'anyone' }, record: one.key, from: middle }, ({ at }, { key }) => at >= middle && key === one.key],
      [{ by: { kind: 'key', id: 'kBad' }, field: 'a' }, (change) => change.actor === 'kBad' && isUpdate(change)],
      [{ by: { kind: 'anyone' }, field: 'b', from: middle }, (change) => change.at >= middle && isUpdate(change)],
    ]);
    const row = await storage.read();
    const earlier = await states();
    const run = async () => {
      clock += 10_000;
      const jobId = await beginUndo(services(), [row], { selection: await selectionOf(services(), row, wanted), author: { actor: 'ann' } });
      clock += 10_000;
      return finished(random, storage.id, jobId);
    };
    const first = await run();
    const after = await states();
    const expected = (each: Known) => undone(each, (one) => isSelected(one, each), wanted.field);
    for (const each of known) {
      if (isBlocked(each, known) && (earlier.get(each.key)?.place === 'gone' || expected(each).place === 'trash')) continue;
      expect({ key: each.key, log: each.log, ...after.get(each.key) }).toEqual({ key: each.key, log: each.log, ...expected(each) });
    }
    expect(first.changed).toBe(known.filter(({ key }) => !isDeepStrictEqual(earlier.get(key), after.get(key))).length);
    await totalsAreRight(row);
    await run();
    expect(await states()).toEqual(after);
    clock += 10_000;
    if (first.changed > 0) await finished(random, storage.id, await undoJob(services(), row, { jobId: first.id, actor: 'ann' }));
    // A record that was gone is in the trash at most.
    const isAway = ({ place }: State) => place !== 'live';
    const [again, kept] = [[...(await states())], [...earlier]];
    const isGone = new Set(kept.filter(([, { place }]) => place === 'gone').map(([key]) => key));
    expect(again.filter(([key, state]) => isGone.has(key) && !isAway(state))).toEqual([]);
    expect(again.filter(([key]) => !isGone.has(key))).toEqual(kept.filter(([key]) => !isGone.has(key)));
    await totalsAreRight(row);
  },
);

/** A record that others have changed is thrown away with them by one undo, and stays in steps; in the trash nothing is taken back. */
function isAlike({ log }: Known): boolean {
  return log.every(({ actor, before, after }) => after.place === 'live' && (before.place === 'live' || actor !== 'kBad'));
}

test.each(Array.from({ length: rounds }, (_, i) => seed + i))(
  'what is taken back in steps, the newest first, is what one undo of all takes back (seed %i)',
  async (own) => {
    const random = numbers(own);
    const { storage, known, change, states } = await world(random);
    const began = now();
    const isTouched = (one: Known) => isAlike(one) && one.log.some(({ actor }) => actor === 'kBad');
    for (let i = 0; i < changes || !known.some(isTouched); i += 1) await change();
    const spans = [0.7, 0.4, 0].map((part) => began + (now() - began) * part);
    const row = await storage.read();
    for (const from of spans) {
      clock += 10_000;
      const selection = await selectionOf(services(), row, { by: { kind: 'key', id: 'kBad' }, from });
      const jobId = await beginUndo(services(), [row], { selection, author: { actor: 'ann' } });
      clock += 10_000;
      await finished(random, storage.id, jobId);
      const after = await states();
      for (const each of known.filter(isAlike)) {
        const expected = undone(each, ({ actor, at }) => actor === 'kBad' && at >= from);
        expect({ key: each.key, log: each.log, ...after.get(each.key) }).toEqual({ key: each.key, log: each.log, ...expected });
      }
    }
  },
);
