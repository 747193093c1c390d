import { messages, type PlatformSettings, switches, type SwitchName, usualSettings } from '@bedplate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';

let api: ApiServer;
let path: string;
let users: string;
let record: string;
beforeEach(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files: { beginUpload: () => {} } });
  ({ path } = await api.storage('orders', { is_softDelete: true }));
  ({ path: users } = await api.storage('users'));
  const { body } = await api.call(path, { body: { title: 'Oak' } });
  record = `${path}/dataId/${body.data.id}`;
  await api.call(users, { body: { username: 'ann', password: 'a-pass-x-word' } });
  await api.services.credits.settle();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.stop();
});

const hour = 3600_000;
const at = (millis: number) => new Date(Date.now() + millis).toISOString();

function hold(settings: Partial<PlatformSettings>): void {
  Object.assign(api.services.platform, { settings: async () => ({ ...usualSettings, ...settings }) });
}
const off = (...names: SwitchName[]) =>
  hold({ switches: { ...usualSettings.switches, ...Object.fromEntries(names.map((name) => [name, false])) } });
const readOnly = (startsAt: string | null, endsAt: string | null) =>
  hold({ maintenance: { message: 'We move.', startsAt, endsAt, readOnly: true } });

const reads = () => [path, `${path}/count`, `${path}/aggregate?op=count`, record, `${path}/export?format=csv`, '/api/openapi.json'];
const sessions = () => [`${users}/authenticate`, `${users}/sign-in/password`];
const writes = (): [string, object][] => [
  [path, { body: { title: 'Elm' } }],
  [record, { method: 'PUT', body: { title: 'Elm' } }],
  [record, { method: 'PATCH', body: { title: 'Elm' } }],
  [record, { method: 'DELETE' }],
  [`${record}/restore`, { method: 'POST' }],
  ['/api/batch', { body: { writes: [{ op: 'create', storageKey: 'orders', data: {} }] } }],
  [`${path}/import`, { body: '[{"n":1}]' }],
  [`${path}/import/some`, { method: 'DELETE' }],
  [`${record}/upload?fieldName=photo`, { body: new FormData() }],
  [`${record}/upload-url?fieldName=photo`, { body: { name: 'a', size: 5 } }],
  [`${record}/upload-complete`, { body: { uploadId: 'some' } }],
  [users, { body: { username: 'bob', password: 'a-pass-x-word' } }],
  [`${users}/sign-up`, { body: { username: 'bob', password: 'a-pass-x-word' } }],
  [`${users}/sign-up/invitation`, { body: { token: 'some', username: 'bob' } }],
  [`${users}/sign-in/anonymous`, { body: {} }],
  [`${users}/undo-email`, { body: { token: 'some' } }],
  [`${users}/forgot-password`, { body: { username: 'ann' } }],
  [`${users}/reset-password`, { body: { token: 'some', password: 'a-pass-y-word' } }],
];

/** Each answers the refusal, at no credit, no write of the database and no line in the log. */
async function refusesWrites(refusal: object): Promise<void> {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const use = vi.spyOn(api.services.credits, 'use');
  const { writes: before } = await api.billed();
  for (const [address, request] of writes()) expect([address, await api.call(address, request)]).toMatchObject([address, refusal]);
  expect((await api.billed()).writes).toBe(before);
  expect(use).not.toHaveBeenCalled();
  // Work of a server that an earlier test has ended finds its database gone, and says so.
  expect(lines.mock.calls.filter(([line]) => !String(line).includes('ECONNREFUSED'))).toEqual([]);
}

async function goesOn(): Promise<void> {
  for (const address of reads()) expect([address, (await api.call(address)).status]).toEqual([address, 200]);
  for (const address of sessions())
    expect([address, (await api.call(address, { body: { username: 'ann', password: 'a-pass-x-word' } })).status]).toEqual([address, 200]);
}

test('with the data API’s writes off every change is refused at no cost, and reads and sign-ins go on', async () => {
  off('dataApiWrites');
  await refusesWrites({ status: 503, body: { error: { code: 'feature-off' }, message: switches.dataApiWrites.refusal } });
  await goesOn();
  off();
  expect((await api.call(path, { body: { title: 'Elm' } })).status).toBe(201);
});

test('a read-only maintenance refuses every change with the time until its end, and lets reads and sign-ins go on', async () => {
  readOnly(at(-hour), at(hour));
  await refusesWrites({ status: 503, body: { error: { code: 'maintenance' }, message: messages.readOnly } });
  const { headers } = await api.call(path, { body: {} });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3590);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  await goesOn();
  readOnly(null, null);
  expect((await api.call(path, { body: {} })).headers.get('retry-after')).toBe('300');
});

test.each([
  ['that has not begun', hour, 2 * hour],
  ['that is over', -2 * hour, -hour],
])('a maintenance %s refuses nothing', async (_, from, to) => {
  readOnly(at(from), at(to));
  expect((await api.call(path, { body: { title: 'Elm' } })).status).toBe(201);
});

test('a maintenance that is not read-only refuses nothing', async () => {
  hold({ maintenance: { message: 'Slow today.', startsAt: null, endsAt: null, readOnly: false } });
  expect((await api.call(path, { body: { title: 'Elm' } })).status).toBe(201);
});

test('uploads and imports have switches of their own, which leave other writes and what has begun', async () => {
  off('fileUploads', 'imports');
  const codes = new Map<string, unknown>();
  for (const [address, request] of writes()) {
    const { body } = await api.call(address, request);
    codes.set(address, (body.error as { code?: string } | undefined)?.code);
  }
  expect([...codes].filter(([, code]) => code === 'feature-off').map(([address]) => address)).toEqual([
    `${path}/import`,
    `${record}/upload?fieldName=photo`,
    `${record}/upload-url?fieldName=photo`,
  ]);
});

test('who has no keys learns nothing of a switch', async () => {
  off('dataApiWrites');
  expect((await api.call(path, { body: {}, headers: { 'x-secret-key': 'wrong' } })).status).toBe(401);
});
