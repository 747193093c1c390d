import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { BackupDocument } from '../../store/documents/backup-documents.ts';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { backupParts } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import { parseRanges } from '../records/snapshots/range.ts';
import { parseLine, type RecordLine } from '../records/snapshots/record-line.ts';
import { readObject } from '../records/snapshots/segment.ts';
import { backupContents, backupRecords } from './download-backup.ts';
import { newBackup } from './new-backup.ts';
import { runBackups, workOnBackup } from './run-backups.ts';

let api: ApiServer;
let later = 0;

beforeEach(async () => {
  later = 0;
  await api?.stop();
  api = await startApi({ clock: () => Date.now() + later });
});
afterAll(() => api.stop());

const files = () => api.services.records.files as ReturnType<typeof memoryFiles>; // the files of a test

async function ask(): Promise<string> {
  const project = { id: 'p1', data: { tenantId: 't1' } };
  const { id, write } = newBackup(api.services, { project, tenant: { plan: { tier: 'free' } } as never, cause: 'asked' });
  await api.services.store.commit([write]);
  return id;
}

async function made(): Promise<string> {
  const id = await ask();
  expect(await workOnBackup(api.services, id, Number.POSITIVE_INFINITY)).toBe('ends');
  expect((await stored(id)).state).toBe('ready');
  return id;
}

async function stored(id: string): Promise<BackupDocument> {
  const row = await api.services.store.backups.get(id);
  if (!row) throw new Error('the backup is gone');
  return row.data;
}

async function rangesIn(id: string, storageId: string) {
  const part = await api.services.store.in(backupParts(id)).get(storageId);
  return parseRanges(part?.data.ranges ?? '[]');
}

async function linesIn(id: string, storageId: string): Promise<RecordLine[]> {
  const lines: RecordLine[] = [];
  for (const { object } of await rangesIn(id, storageId)) {
    const text = object ? await readObject(api.services.records, 'backups/t1/p1/', object) : '';
    lines.push(...text.split('\n').filter(Boolean).map(parseLine));
  }
  return lines;
}

async function fill(path: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 100) {
    const body = Array.from({ length: Math.min(100, count - at) }, (_, i) => ({ at: at + i }));
    ids.push(...(await api.call(path, { body })).body.data.map((record: { id: string }) => record.id));
  }
  return ids;
}

/** Calls back at the first object that is stored, and does not store it before. */
function atFirstObject(ending: string, work: () => Promise<void>): void {
  const keep = files().keep.bind(files());
  let isFirst = true;
  files().keep = async (path, content, type) => {
    if (isFirst && path.endsWith(ending)) {
      isFirst = false;
      await work();
    }
    return keep(path, content, type);
  };
}

test('a backup holds each record as it was at its moment, whatever is written meanwhile', async () => {
  const { id: storage, path } = await api.storage('orders');
  const ids = await fill(path, 60);
  atFirstObject('.json.gz', async () => {
    await api.call(`${path}/dataId/${ids[0]}`, { method: 'PUT', body: { at: 'changed' } });
    await api.call(`${path}/dataId/${ids[1]}`, { method: 'DELETE' });
    await fill(path, 3);
  });
  const id = await made();
  const lines = await linesIn(id, storage);
  expect(lines.map(({ key }) => key)).toEqual([...ids].sort());
  expect(lines.find(({ key }) => key === ids[0])).toMatchObject({ fields: { at: 0 } });
  const times = await databaseOf(api.services.store).doc(`storages/${storage}/records/${ids[2]}`).get();
  expect(Date.parse(lines.find(({ key }) => key === ids[2])?.createdAt ?? '')).toBe(times.get('createdAt').toMillis());
  expect(await stored(id)).toMatchObject({ records: 60, files: 0, currentAt: (await stored(id)).readTime });
  const manifest = JSON.parse((await files().read(`backups/t1/p1/${id}/manifest.json`)).toString());
  expect(manifest).toMatchObject({ format: 'bedplate-backup-1', project: { name: 'Shop' }, storages: [{ id: storage, records: 60 }] });
});

test('a run that is killed is followed by another one with the same objects, and notes nothing when it awakes', async () => {
  const { id: storage, path } = await api.storage('orders');
  await fill(path, 120);
  const awake = Promise.withResolvers<void>();
  const asleep = Promise.withResolvers<void>();
  atFirstObject('.ndjson.gz', () => {
    asleep.resolve();
    return awake.promise;
  });
  const id = await ask();
  const killed = workOnBackup(api.services, id, Number.POSITIVE_INFINITY);
  await asleep.promise;
  expect(await workOnBackup(api.services, id, Number.POSITIVE_INFINITY)).toBe('ends');
  expect((await stored(id)).state).toBe('running');
  later = 3 * 60_000;
  await runBackups(api.services, Number.POSITIVE_INFINITY);
  const finished = await stored(id);
  expect(finished).toMatchObject({ state: 'ready', records: 120 });
  const ranges = await rangesIn(id, storage);
  awake.resolve();
  await killed;
  expect(await stored(id)).toEqual(finished);
  expect(await rangesIn(id, storage)).toEqual(ranges);
  const again = await made();
  const hash = (name: string | null | undefined) => name?.split('/')[1];
  expect((await rangesIn(again, storage)).map(({ object }) => hash(object))).toEqual(ranges.map(({ object }) => hash(object)));
});

test('the next backup reads only ranges with a change, and once a week all of them', async () => {
  const { id: storage, path } = await api.storage('orders');
  const ids = (await fill(path, 30)).sort();
  const anHourAgo = Timestamp.fromMillis(Date.now() - 3600_000);
  await api.services.store.bulk(ids.map((key) => update(`storages/${storage}/records/${key}`, { updatedAt: anHourAgo })));
  const first = await made();
  // As a large storage is cut: three ranges of ten.
  const [whole] = await rangesIn(first, storage);
  const ends = [ids[9] ?? '', ids[19] ?? '', null];
  const cut = ends.map((last, i) => ({ ...whole, after: ends[i - 1] ?? null, last }));
  await databaseOf(api.services.store)
    .doc(`backups/${first}/parts/${storage}`)
    .update({ ranges: JSON.stringify(cut) });
  await api.call(`${path}/dataId/${ids[12]}`, { method: 'DELETE' });
  const second = await made();
  const ranges = await rangesIn(second, storage);
  expect(ranges.map(({ object }) => object?.startsWith(first))).toEqual([true, false, true]);
  expect(ranges[1]).toMatchObject({ records: 9 });
  expect(ranges.map(({ after, last }) => [after, last])).toEqual(cut.map(({ after, last }) => [after, last]));
  await databaseOf(api.services.store)
    .doc(`backups/${second}/parts/${storage}`)
    .update({ wholeAt: Timestamp.fromMillis(Date.now() - 7 * 86_400_000) });
  expect(await rangesIn(await made(), storage)).toMatchObject([{ after: null, last: null, records: 29 }]);
});

test('a backup whose moment is forgotten begins again at a whole minute and keeps what it has read', async () => {
  const { id: storage, path } = await api.storage('orders');
  await fill(path, 5);
  const id = await ask();
  await workOnBackup(api.services, id, Number.POSITIVE_INFINITY);
  const row = databaseOf(api.services.store).doc(`backups/${id}`);
  const old = Timestamp.fromMillis(Date.now() - 2 * 3600_000);
  await row.update({ state: 'running', read: 0, readTime: old });
  await workOnBackup(api.services, id, Number.POSITIVE_INFINITY);
  expect(await stored(id)).toMatchObject({ state: 'running', readTime: null });
  await workOnBackup(api.services, id, Number.POSITIVE_INFINITY);
  const { state, begun, readTime } = await stored(id);
  expect({ state, begun, rest: (readTime?.toMillis() ?? 1) % 60_000 }).toEqual({ state: 'ready', begun: 2, rest: 0 });
  expect(await rangesIn(id, storage)).toHaveLength(1);
});

test('passwords, tokens of files and secrets of providers are no part of a backup', async () => {
  const { path } = await api.storage('users');
  await api.call(path, { body: { username: 'ann', email: 'ann@example.test', password: 'a long password' } });
  const { id: other, path: pictures } = await api.storage('pictures');
  const record = (await api.call(pictures, { body: { title: 'One' } })).body.data.id as string; // of a created record
  const form = new FormData();
  form.append('attachments', new Blob(['hello']), 'a.txt');
  await api.call(`${pictures}/dataId/${record}/upload?fieldName=attachment`, { method: 'POST', body: form });
  const id = await made();
  expect((await linesIn(id, other))[0]?.files).toMatchObject({ attachment: { name: 'a.txt', size: 5 } });
  const texts = await Promise.all(
    [...files().objects.keys()]
      .filter((name) => name.endsWith('.gz'))
      .map((name) => readObject(api.services.records, 'backups/t1/p1/', name.slice('backups/t1/p1/'.length))),
  );
  expect(texts.join('')).not.toMatch(/a long password|passwordMark|secret|cipher|"token"/i);
});

test('a download holds the settings, and the records part by part', async () => {
  const { id: storage, path } = await api.storage('orders', { history: 7 });
  const ids = await fill(path, 3);
  const id = await made();
  const row = await api.services.store.backups.get(id);
  if (!row) throw new Error('the backup is gone');
  const contents = await backupContents(api.services, admin, row);
  expect(contents).toMatchObject({ format: 'bedplate-backup-1', storages: [{ id: storage, records: 3, settings: { history: 7 } }] });
  const { content, next } = await backupRecords(api.services, row, { storageId: storage });
  expect(
    content
      .trim()
      .split('\n')
      .map((line) => parseLine(line).key),
  ).toEqual(ids.sort());
  expect(next).toBeUndefined();
  const unfinished = { ...row, data: { ...row.data, state: 'running' as const } };
  await expect(backupRecords(api.services, unfinished, { storageId: storage })).rejects.toMatchObject({ code: 'not-found' });
  await expect(backupRecords(api.services, row, { storageId: 'none' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(backupRecords(api.services, row, { storageId: storage, after: '../x' })).rejects.toMatchObject({ code: 'invalid-argument' });
  const [object = ''] = [...files().objects.keys()].filter((name) => name.endsWith('.ndjson.gz'));
  await files().keep(object, gzipSync('{"key":"another"}\n'), 'application/gzip');
  await expect(backupRecords(api.services, row, { storageId: storage })).rejects.toThrow('damaged');
});

test.each([
  [24, 'running'],
  [25, 'failed'],
])('after %i hours of failures a backup is %s', async (hours, state) => {
  const { path } = await api.storage('orders');
  await fill(path, 1);
  const id = await ask();
  files().keep = () => Promise.reject(new Error('No answer.'));
  later = hours * 3_600_000 - 1_000;
  await workOnBackup(api.services, id, Number.POSITIVE_INFINITY);
  expect((await stored(id)).state).toBe(state);
});

test('a project that is gone has no backup', async () => {
  const id = await ask();
  await databaseOf(api.services.store).doc('projects/p1').delete();
  await runBackups(api.services, Number.POSITIVE_INFINITY);
  expect(await stored(id)).toMatchObject({ state: 'failed' });
});
