import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freeOffset } from '../../scripts/suite/addresses.mjs';
import { projectId } from '../../scripts/suite/paths.mjs';
import { startSuite } from '../../scripts/suite/suite.mjs';
import { send } from './copy.ts';

/** A data folder that version 0.1.0 wrote: an account, a member, three storages (one archived), records, a file, an app user. */
const folder = new URL('data-of-0.1.0', import.meta.url).pathname;
const project = '07ybqpjdchsyx1xh76sb';
const notes = '07ybqpjdcgnqzkdw04jg';
const users = '07ybqpjdcewtvnw1hgqm';
const [changed, deleted, withFile] = ['07ybqpjdb2nvmc8w9vjk', '07ybqpjdb24z40q94v1h', '07ybqpjdb24z40q93870'];

interface Answer {
  data: Record<string, unknown> & Record<string, unknown>[];
  pagination: { totalItems: number; totalIsExact: boolean };
  accessToken: string;
}

test('a data folder of version 0.1.0 opens and works', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bedplate-before-'));
  cpSync(folder, dataDir, { recursive: true });
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const portOffset = await freeOffset();
  const suite = await startSuite({ portOffset, dataDir, site: false });
  onTestFinished(suite.stop);
  const web = `http://127.0.0.1:${5000 + portOffset}`;
  const call = (path: string, sent: Parameters<typeof send>[1] = {}) => send(`${web}${path}`, sent) as unknown as Promise<Answer>; // the calls' documented answers

  const person = { email: 'rosa@example.test', password: 'Correct-horse-9', twoFactorCode: null };
  const token = (await call('/app/authentication/login', { body: person })).accessToken;
  expect((await call('/app/projects', { token })).data).toMatchObject([{ id: project, name: 'Kept' }]);
  const path = `/app/project/${project}`;
  expect((await call(`${path}/dataStorages`, { token })).data.map(({ storageKey }) => storageKey)).toEqual(['notes', 'users']);
  expect((await call(`${path}/archivedStorages`, { token })).data).toMatchObject([{ storageKey: 'old' }]);
  expect((await call(`${path}/dataStorages/${notes}?page=1&limit=50`, { token })).data).toHaveLength(40);
  const log = (await call(`/app/logs/admin/user-activity-logs/project/${project}?page=1&limit=50`, { token })).data.map(
    ({ description }) => description,
  );
  expect(log).toEqual(expect.arrayContaining(['Rosa added the storage Notes.', 'Rosa added the project Kept.']));

  const { apiKey, secretKey } = (await call('/app/users/getUser', { token })).data;
  const headers = { 'x-api-key': String(apiKey), 'x-secret-key': String(secretKey), 'x-project-id': project };
  const api = (rest: string, body?: object) => call(`/api/${rest}`, { headers, ...(body && { body }) });
  expect((await api(`notes/${notes}/dataId/${changed}`)).data).toMatchObject({ title: 'Note zero', amount: 100, status: 'closed' });
  expect((await api(`notes/${notes}/dataId/own-id`)).data).toMatchObject({ id: 'own-id', title: 'Chosen' });
  expect(await api(`notes/${notes}?status=open&amount>=20&sortBy=amount`)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ title: 'Note 38', address: { city: 'Ulm' }, tags: ['a', 't2'] })]),
    pagination: { totalItems: 17, totalIsExact: true },
  });
  expect((await api(`notes/${notes}?search=note%203`)).pagination.totalItems).toBe(11);
  expect((await api(`notes/${notes}?deleted=only`)).data).toMatchObject([{ id: deleted, title: 'Note 1' }]);
  await api(`notes/${notes}/dataId/${deleted}/restore`, {});
  expect((await api(`notes/${notes}?tags=t1`)).pagination.totalItems).toBe(10);
  expect((await api(`notes/${notes}`, { title: 'Note of today' })).data).toMatchObject({ title: 'Note of today' });
  expect((await api(`users/${users}/authenticate`, { username: 'bob', password: 'Bob-password-1' })).data).toMatchObject({
    username: 'bob',
  });

  // The address was stored with the port that the copy had then.
  const file = new URL(String((await api(`notes/${notes}/dataId/${withFile}`)).data.attachment));
  file.port = String(9199 + portOffset);
  expect(await (await fetch(file)).text()).toBe('kept bytes');
  await expect.poll(() => rowsWithoutEnd(portOffset)).toBe(0);
  await suite.stop();
});

/** Rows of the activity log that the migration has not given their end; version 0.1.0 wrote none with one. */
async function rowsWithoutEnd(portOffset: number): Promise<number> {
  const documents = `http://127.0.0.1:${8080 + portOffset}/v1/projects/${projectId}/databases/(default)/documents`;
  const answer = await fetch(`${documents}/activity?pageSize=300`, { headers: { authorization: 'Bearer owner' } });
  const { documents: rows } = (await answer.json()) as { documents: { fields: Record<string, unknown> }[] }; // the documented shape
  expect(rows.length).toBeGreaterThan(5);
  return rows.filter(({ fields }) => !('expiresAt' in fields)).length;
}
