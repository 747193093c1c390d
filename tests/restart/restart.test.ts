import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freeOffset } from '../../scripts/suite/addresses.mjs';
import { startSuite } from '../../scripts/suite/suite.mjs';
import { processesWith, send, startCopy } from './copy.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'bedplate-restart-'));
const password = 'Correct-horse-9';
const email = 'rosa@example.test';

afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

test('accounts, documents and files survive a kill of the database, a kill of everything, and a clean stop', async () => {
  const portOffset = await freeOffset();
  const first = await startCopy(portOffset, dataDir);
  const logIn = () => send(`${first.web}/app/authentication/login`, { body: { email, password, twoFactorCode: null } });
  const notes = await aNotebook(first, logIn);
  const kept = await notes.write('before the kill');
  const { url } = await notes.attach(kept);

  const acknowledged = await notes.write('just before');
  process.kill(first.firestoreProcess() ?? 0, 'SIGKILL');
  await expect.poll(() => notes.read(acknowledged).catch(() => null), { timeout: 20_000 }).toBe('just before');

  await first.saved();
  await first.killHard();
  const second = await startSuite({ portOffset, dataDir, site: false });
  expect(await notes.read(kept)).toBe('before the kill');
  expect(await (await fetch(url)).text()).toBe('kept bytes');
  expect((await logIn()).accessToken).toMatch(/\./);

  await second.stop();
  expect(processesWith(`run-${portOffset}/`)).toEqual([]);
  const third = await startSuite({ portOffset, dataDir, site: false });
  expect(await notes.read(acknowledged)).toBe('just before');
  expect((await logIn()).accessToken).toMatch(/\./);
  await third.stop();
}, 180_000);

/** An account with a storage for notes, made through the API. */
async function aNotebook({ web, inbox }: { web: string; inbox: string }, logIn: () => ReturnType<typeof send>) {
  await send(`${web}/app/authentication/register`, { body: { name: 'Rosa', email, password, confirmPassword: password } });
  const mails = await fetch(`${inbox}/api/email?to=${email}`);
  const [mail] = (await mails.json()) as { html: string }[]; // the inbox's documented shape
  await send(`${web}/app/verify/user/${/\/user\/([^/]+)\/verify/.exec(mail?.html ?? '')?.[1]}`);
  const token = (await logIn()).accessToken;
  const { id: projectId = '' } = (await send(`${web}/app/projects`, { token, body: { name: 'Kept' } })).data;
  const storage = { dataStorageName: 'Notes', dataStorageKey: 'notes', isSoftDelete: false };
  const { id } = (await send(`${web}/app/project/${projectId}/dataStorages`, { token, body: storage })).data;
  const { apiKey = '', secretKey = '' } = (await send(`${web}/app/users/getUser`, { token })).data;
  const headers = { 'x-api-key': apiKey, 'x-secret-key': secretKey, 'x-project-id': projectId };
  const base = `${web}/api/notes/${id}`;
  return {
    write: async (text: string) => (await send(base, { headers, body: { text } })).data.id ?? '',
    read: async (record: string) => (await send(`${base}/dataId/${record}`, { headers })).data.text,
    attach: (record: string) => {
      const form = new FormData();
      form.append('file', new Blob(['kept bytes'], { type: 'text/plain' }), 'kept.txt');
      return send(`${base}/dataId/${record}/upload?fieldName=attachment`, { headers, body: form });
    },
  };
}
