import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Act } from '../by-filter/act.ts';
import { changeMatching } from '../by-filter/change-matching.ts';
import { selectMatching } from '../by-filter/select-matching.ts';
import { changeMatchingKind } from '../job-kinds/change-matching.ts';
import { changeEach } from '../jobs/change-each.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { listRecords } from '../query/list-records.ts';
import { matchOf } from '../query/match.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { plannedUndo } from '../undo/planned-undo.ts';
import { undoRecord } from '../undo/undo-record.ts';
import { undoWrites } from '../undo/undo-writes.ts';
import { settleClash } from '../unique/settle-clash.ts';
import { commitClaiming } from './ruled-creates.ts';
import { writeRecords } from './write-records.ts';

vi.mock('../by-filter/select-matching.ts');
vi.mock('../query/list-records.ts');
vi.mock('../query/match.ts');
vi.mock('../schema/storage-rules.ts');
vi.mock('../undo/planned-undo.ts');
vi.mock('../undo/undo-writes.ts');
vi.mock('../unique/settle-clash.ts');
vi.mock('./write-records.ts');

/** Somebody else is faster each time. */
beforeEach(() => {
  vi.mocked(writeRecords).mockReset().mockRejectedValue(new ApiError('not-found', 'It was changed.'));
});

let changed = 0;
const row = () => ({ id: 'r1', data: { data: { n: 1 }, updatedAt: Timestamp.fromMillis((changed += 1)) } });
const get = async () => row();
const storage = { id: 's1', data: { fields: {}, profile: {} } } as unknown as StorageRow; // what is read of it
const job = { id: 'j1', data: { createdBy: 'ada', input: { act: '{"query":{},"change":{"op":"delete"}}' }, after: null } };

test('a job changes a record in five tries, then the record stays as it is', async () => {
  const services = { store: { in: () => ({ get }) } } as unknown as RecordServices; // what is read of them
  const changing = { storage, job } as unknown as Parameters<typeof changeEach>[1]['changing']; // what is read of it
  const rows = [row()] as unknown as Parameters<typeof changeEach>[1]['rows']; // what is read of them
  expect(await changeEach(services, { changing, rows, change: () => ({ n: 2 }) })).toMatchObject({ kept: 1, changed: 0 });
  expect(writeRecords).toHaveBeenCalledTimes(5);
});

test('a job by filter changes a record in five tries, then the record is refused', async () => {
  vi.mocked(matchOf).mockReturnValue(() => true);
  const found = { id: 'r1', stored: row().data, fields: { n: 1 } };
  vi.mocked(listRecords).mockResolvedValue({ found: [found], next: null } as unknown as Awaited<ReturnType<typeof listRecords>>);
  const services = { store: { in: () => ({ get }) } } as unknown as RecordServices; // what is read of them
  const page = await changeMatchingKind.page(services, storage, job as unknown as Parameters<typeof changeMatchingKind.page>[2]);
  expect(page).toMatchObject({ kept: 1, changed: 0 });
  expect(writeRecords).toHaveBeenCalledTimes(5);
});

test('jobs change sixteen records at a time, and one by filter reads two hundred', async () => {
  let [underWay, most] = [0, 0];
  vi.mocked(writeRecords).mockImplementation(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return [];
  });
  const services = { store: { in: () => ({ get }) } } as unknown as RecordServices; // what is read of them
  const changing = { storage, job } as unknown as Parameters<typeof changeEach>[1]['changing']; // what is read of it
  const rows = Array.from({ length: 60 }, row) as unknown as Parameters<typeof changeEach>[1]['rows']; // what is read of them
  await changeEach(services, { changing, rows, change: () => ({ n: 2 }) });
  expect(most).toBe(16);
  most = 0;
  vi.mocked(matchOf).mockReturnValue(() => true);
  const found = Array.from({ length: 60 }, () => ({ id: 'r1', stored: row().data, fields: { n: 1 } }));
  vi.mocked(listRecords)
    .mockReset()
    .mockResolvedValue({ found, next: null } as unknown as Awaited<ReturnType<typeof listRecords>>);
  await changeMatchingKind.page(services, storage, job as unknown as Parameters<typeof changeMatchingKind.page>[2]);
  expect(most).toBe(16);
  expect(vi.mocked(listRecords).mock.calls.map(([, , { limit }]) => limit)).toEqual([200]);
});

test('a call changes what matches in five tries', async () => {
  const page = { found: [{ id: 'r1', stored: row().data, fields: {} }], next: null, total: 1 };
  vi.mocked(selectMatching).mockResolvedValue(page as unknown as Awaited<ReturnType<typeof selectMatching>>);
  const services = { makeId: () => ({ id: 'c1' }), now: () => 1 } as unknown as RecordServices; // what is read of them
  const changing = { act: { change: { op: 'delete' } } as Act } as Parameters<typeof changeMatching>[2];
  await expect(changeMatching(services, storage, changing)).rejects.toMatchObject({ code: 'not-found' });
  expect(selectMatching).toHaveBeenCalledTimes(5);
});

test('of a call that changes what matches twenty warnings are told', async () => {
  const page = { found: [{ id: 'r1', stored: row().data, fields: {} }], next: null, total: 1 };
  vi.mocked(selectMatching).mockResolvedValue(page as unknown as Awaited<ReturnType<typeof selectMatching>>);
  const warnings = Array.from({ length: 30 }, (_, n) => ({ field: `f${n}`, message: 'Odd.' }));
  vi.mocked(writeRecords).mockResolvedValue([{ id: 'r1', warnings }] as unknown as Awaited<ReturnType<typeof writeRecords>>);
  const services = { makeId: () => ({ id: 'c1' }), now: () => 1 } as unknown as RecordServices; // what is read of them
  const changing = { act: { change: { op: 'delete' } }, hook: { alsoWrites: () => [] } } as unknown as Parameters<typeof changeMatching>[2];
  expect((await changeMatching(services, storage, changing)).warnings).toHaveLength(20);
});

test('an undo takes a record back in five tries, then the record stays as it is', async () => {
  const planned = { state: { live: row().data }, entries: [], plan: { conflicts: [], fields: {}, existence: null } };
  vi.mocked(plannedUndo).mockResolvedValue(planned as unknown as Awaited<ReturnType<typeof plannedUndo>>);
  vi.mocked(undoWrites).mockReturnValue([{}] as ReturnType<typeof undoWrites>);
  const undo = { key: 'r1', jobId: 'j1', turn: 'first', isSelected: () => true } as unknown as Parameters<typeof undoRecord>[2];
  expect(await undoRecord({} as RecordServices, storage, undo)).toMatchObject({ changed: false, kept: true });
  expect(writeRecords).toHaveBeenCalledTimes(5);
});

test('new records claim their values in five tries, then the values are taken', async () => {
  vi.mocked(rulesOf).mockResolvedValue(undefined as Awaited<ReturnType<typeof rulesOf>>);
  vi.mocked(settleClash).mockResolvedValue(new Map());
  const commit = vi.fn<() => Promise<never>>(() => Promise.reject(Object.assign(new Error('ALREADY_EXISTS'), { code: 6 })));
  const given = { services: { store: { commit } }, storage, inputs: [{}] } as unknown as Parameters<typeof commitClaiming>[0];
  const claims = [[{ path: 'unique/c1', fields: ['email'] }]] as unknown as Parameters<typeof commitClaiming>[1]['claims'];
  const claiming = commitClaiming(given, { writes: [], also: () => [], claims });
  await expect(claiming).rejects.toMatchObject({ code: 'already-exists' });
  expect(commit).toHaveBeenCalledTimes(5);
});
