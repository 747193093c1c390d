import { Writable } from 'node:stream';
import type { HistoryEntry, Json } from '@bedplate/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../../test/data-services.ts';
import { historyFile } from '../../storages/history-file.ts';
import { sweepErasures } from '../erasure/finish-erasure.ts';
import { sweepFileChanges } from '../write/file-changes.ts';
import { sweepKeptFiles } from './end-kept-files.ts';

let api: ApiServer;
let later = 0;
const day = 86_400_000;

beforeEach(async () => {
  later = 0;
  await api?.stop();
  api = await startApi({ clock: () => Date.now() + later });
});
afterAll(() => api.stop());

const database = () => databaseOf(api.services.store);
const objects = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test
const services = () => ({ ...api.services.records, now: () => Date.now() + later });
/** How each object of a storage can be reached, by its content. */
function accessIn(storageId: string): Record<string, string> {
  const own = [...objects()].filter(([path]) => path.includes(`/${storageId}/`));
  return Object.fromEntries(own.map(([, { content, token }]) => [content.toString(), token === null ? 'withheld' : 'shared']));
}
const usage = async () => (await database().doc('fileUsage/t1').get()).data();
const keptIn = async (storageId: string) => (await database().collection(`storages/${storageId}/keptFiles`).get()).size;

async function upload(one: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), `${content}.txt`);
  const { status, body } = await api.call(`${one}/upload?fieldName=file`, { method: 'POST', body: form });
  expect(status).toBe(200);
  return body.url as string;
}

async function aRecord(change = {}) {
  const { id, path } = await api.storage('documents', { history: 30, ...change });
  const record = (await api.call(path, { body: { title: 'T' } })).body.data.id as string;
  return { id, path, record, one: `${path}/dataId/${record}` };
}

/** Takes back what has happened since. */
async function undo(storageId: string, selection: Record<string, Json>) {
  const { data } = (await api.call('/api/undo', { body: { storageId, ...selection } })).body;
  for (const each of data)
    while (each.job?.state === 'running') each.job = (await api.call(`/api/undo/${each.storageId}/${each.job.id}`)).body.data;
  return data[0].job as { id: string; changed: number; kept: number };
}
const since = () => new Date(Date.now() - 1).toISOString();
const shown = async (one: string) => (await api.call(one)).body.data;
const pause = () => new Promise((done) => setTimeout(done, 20));

test('a file that was replaced comes back with the field, and the other one when that is taken back', async () => {
  const { id, one } = await aRecord();
  const first = await upload(one, 'first');
  await pause();
  const moment = since();
  const second = await upload(one, 'second');
  expect(accessIn(id)).toEqual({ first: 'withheld', second: 'shared' });
  expect(await usage()).toMatchObject({ bytes: 11, files: 2, kept: 5 });
  const job = await undo(id, { from: moment, until: new Date(Date.now() + 1000).toISOString() });
  expect(job).toMatchObject({ changed: 1, kept: 0 });
  expect(await shown(one)).toMatchObject({ file: first, file_metadata: { file: { name: 'first.txt', size: 5 } } });
  expect(accessIn(id)).toEqual({ first: 'shared', second: 'withheld' });
  expect(await usage()).toMatchObject({ bytes: 11, files: 2, kept: 6 });
  expect(await undo(id, { job: job.id })).toMatchObject({ changed: 1, kept: 0 });
  expect((await shown(one)).file).toBe(second);
  expect(accessIn(id)).toEqual({ first: 'withheld', second: 'shared' });
});

test('the history tells each file by its name, and how it can be had', async () => {
  const { one, id, record } = await aRecord();
  const first = await upload(one, 'first');
  const second = await upload(one, 'second');
  const told = async () =>
    (await api.call(`${one}/history`)).body.data.map(({ changes }: HistoryEntry) => [changes.file?.fromFile, changes.file?.toFile]);
  const file = (name: string, state: string) => ({
    name: `${name}.txt`,
    size: name.length,
    type: 'application/octet-stream',
    path: expect.any(String),
    state,
  });
  expect(await told()).toEqual([
    [file('first', 'kept'), file('second', 'open')],
    [undefined, file('first', 'kept')],
    [undefined, undefined],
  ]);
  expect((await api.call(`${one}/history`)).body.data[0].changes.file).toMatchObject({ from: first, to: second });
  const { path } = (await told())[0][0];
  const at = { projectId: 'p1', storageId: id, itemId: record };
  const kept = await historyFile(api.services, { caller: admin, at, path });
  const chunks: Buffer[] = [];
  await kept.writeTo(new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) }));
  expect([kept.name, kept.size, Buffer.concat(chunks).toString()]).toEqual(['first.txt', 5, 'first']);
  const other = (await api.call(one.replace(/\/dataId.*/, ''), { body: { title: 'U' } })).body.data.id as string;
  await expect(historyFile(api.services, { caller: admin, at: { ...at, itemId: other }, path })).rejects.toMatchObject({
    code: 'not-found',
  });
  later = 31 * day;
  await sweepKeptFiles(services());
  later = 0;
  const gone = { name: null, size: null, type: null, path, state: 'gone' };
  expect(await told()).toMatchObject([
    [gone, { name: 'second.txt' }],
    [undefined, gone],
    [undefined, undefined],
  ]);
  await expect(historyFile(api.services, { caller: admin, at, path })).rejects.toMatchObject({ code: 'not-found' });
});

test('a file that goes while it is read ends in an error, and not as a shorter file', async () => {
  const { id, one, record } = await aRecord();
  await upload(one, 'first');
  const path = [...objects().keys()].find((each) => each.includes(`/${id}/`)) ?? '';
  const file = await historyFile(api.services, { caller: admin, at: { projectId: 'p1', storageId: id, itemId: record }, path });
  objects().set(path, { content: Buffer.alloc(0), token: null, type: 'text/plain' });
  const ended = await Promise.race([
    file.writeTo(new Writable({ write: (_chunk, _, done) => done() })).then(
      () => 'whole',
      (error: Error) => error.message,
    ),
    new Promise((done) => setTimeout(done, 500, 'without end')),
  ]);
  expect(ended).toBe('a file went while it was read');
});

test('a file comes back with its field alone', async () => {
  const { one, id, record } = await aRecord();
  const first = await upload(one, 'first');
  await pause();
  const from = since();
  await upload(one, 'second');
  await api.call(one, { method: 'PATCH', body: { title: 'U' } });
  expect(await undo(id, { record, field: 'file', from })).toMatchObject({ changed: 1, kept: 0 });
  expect(await shown(one)).toMatchObject({ title: 'U', file: first, file_metadata: { file: { name: 'first.txt' } } });
  expect(accessIn(id)).toEqual({ first: 'shared', second: 'withheld' });
});

test('a record that was deleted for good comes back with its file', async () => {
  const { id, one, record } = await aRecord();
  const url = await upload(one, 'first');
  await pause();
  const moment = since();
  expect((await api.call(one, { method: 'DELETE' })).status).toBe(200);
  expect((await api.call(one)).status).toBe(404);
  expect(accessIn(id)).toEqual({ first: 'withheld' });
  expect(await undo(id, { from: moment, until: new Date(Date.now() + 1000).toISOString() })).toMatchObject({ changed: 1, kept: 0 });
  expect(await shown(one)).toMatchObject({ id: record, title: 'T', file: url });
  expect([accessIn(id), await keptIn(id)]).toEqual([{ first: 'shared' }, 0]);
  expect(await usage()).toMatchObject({ bytes: 5, files: 1, kept: 0 });
});

test('a kept file goes with its history, and is counted no more; then the field stays as it is', async () => {
  const { id, one } = await aRecord({ history: 90 });
  await upload(one, 'first');
  await pause();
  const moment = since();
  const second = await upload(one, 'second');
  later = 89 * day;
  await sweepKeptFiles(services());
  expect(accessIn(id)).toEqual({ first: 'withheld', second: 'shared' });
  later = 91 * day;
  await sweepKeptFiles(services());
  expect([accessIn(id), await keptIn(id)]).toEqual([{ second: 'shared' }, 0]);
  expect(await usage()).toMatchObject({ bytes: 6, files: 1, kept: 0 });
  expect((await database().collection('fileChanges').get()).size).toBe(0);
  later = 0;
  expect(await undo(id, { from: moment, until: new Date(Date.now() + 1000).toISOString() })).toMatchObject({ changed: 0, kept: 1 });
  expect((await shown(one)).file).toBe(second);
});

test('files of a record that was erased never come back', async () => {
  const { id, one } = await aRecord();
  await upload(one, 'first');
  await pause();
  const moment = since();
  await upload(one, 'second');
  expect((await api.call(`${one}/erase`, { method: 'POST' })).body.data).toEqual({ isDone: true });
  expect([accessIn(id), await keptIn(id)]).toEqual([{}, 0]);
  expect(await usage()).toMatchObject({ bytes: 0, files: 0, kept: 0 });
  expect((await undo(id, { from: moment, until: new Date(Date.now() + 1000).toISOString() })).changed).toBe(0);
  expect((await api.call(one)).status).toBe(404);
  await sweepErasures(services());
  expect(accessIn(id)).toEqual({});
});

test('without a history a file goes at once', async () => {
  const { id, one } = await aRecord({ history: 0 });
  await upload(one, 'first');
  await upload(one, 'second');
  expect([accessIn(id), await keptIn(id)]).toEqual([{ second: 'shared' }, 0]);
  await api.call(one, { method: 'DELETE' });
  expect([accessIn(id), await usage()]).toMatchObject([{}, { bytes: 0, files: 0 }]);
});

test('a call that ends before its files have followed leaves a kept file to the sweep, which withholds it', async () => {
  const { id, one, path } = await aRecord();
  const files = api.services.records.files as ReturnType<typeof memoryFiles>; // the files of a test
  await upload(one, 'first');
  const { share, remove } = files;
  const fails = () => Promise.reject(new Error('no store'));
  Object.assign(files, { share: fails, remove: fails });
  await api.call(`${path}/dataId/${one.split('/').at(-1)}`, { method: 'PATCH', body: { file: null } });
  Object.assign(files, { share, remove });
  expect(accessIn(id)).toEqual({ first: 'shared' });
  later = 3 * 60_000;
  await sweepFileChanges({ ...api.services.records, now: () => Date.now() + later });
  expect([accessIn(id), await keptIn(id)]).toEqual([{ first: 'withheld' }, 1]);
});
