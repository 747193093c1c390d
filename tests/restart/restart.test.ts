import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freeOffset } from '../../scripts/suite/addresses.mjs';
import { startSuite } from '../../scripts/suite/suite.mjs';
import { processesWith, send, startCopy } from './copy.ts';

const password = 'Correct-horse-9';
const email = 'rosa@example.test';

test('accounts, documents and files survive a kill of the database, a kill of everything, and a clean stop', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bedplate-restart-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const portOffset = await freeOffset();
  const first = await startCopy(portOffset, dataDir);
  onTestFinished(first.killHard);
  const logIn = () => send(`${first.web}/app/authentication/login`, { body: { email, password, twoFactorCode: null } });
  const notes = await aNotebook(first, logIn);
  const kept = await notes.write('before the kill');
  const { url } = await notes.attach(kept);

  const acknowledged = await notes.write('just before');
  process.kill(first.firestoreProcess() ?? 0, 'SIGKILL');
  await expect.poll(() => notes.read(acknowledged).catch(() => null)).toBe('just before');

  await first.saved();
  await first.killHard();
  const second = await startSuite({ portOffset, dataDir, site: false });
  onTestFinished(second.stop);
  expect(await notes.read(kept)).toBe('before the kill');
  expect(await (await fetch(url)).text()).toBe('kept bytes');
  expect((await logIn()).accessToken).toMatch(/\./);

  await second.stop();
  expect(processesWith(`run-${portOffset}/`)).toEqual([]);
  const third = await startSuite({ portOffset, dataDir, site: false });
  onTestFinished(third.stop);
  expect(await notes.read(acknowledged)).toBe('just before');
  expect((await logIn()).accessToken).toMatch(/\./);
  await third.stop();
});

/** An account with a storage for notes, made through the API. */
async function aNotebook({ web, inbox }: { web: string; inbox: string }, logIn: () => ReturnType<typeof send>) {
  await send(`${web}/app/authentication/register`, { body: { name: 'Rosa', email, password, confirmPassword: password } });
  await send(`${web}/app/verify/user/${await verificationToken(inbox)}`);
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

/** @returns the token in the mail's link; the mail may come after the answer to the registration */
async function verificationToken(inbox: string): Promise<string> {
  const token = async () => {
    const mails = await fetch(`${inbox}/api/email?to=${email}`);
    const [mail] = (await mails.json()) as { html: string }[]; // the inbox's documented shape
    return /\/user\/([^/]+)\/verify/.exec(mail?.html ?? '')?.[1] ?? '';
  };
  await expect.poll(token).not.toBe('');
  return token();
}
