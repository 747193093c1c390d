import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Admin } from './personas.ts';
import { aProject, aStorage } from './personas.ts';
import { mustCall } from './call.ts';
import { target } from './target.ts';
import { filesOfGuide } from './topics.ts';

const tests = fileURLToPath(new URL('..', import.meta.url));

/**
 * Does what the guides of app users ask for in the console: a project, its users with the page that signs them in, and notes that
 * each user has for themselves.
 * @param origin of the page, where there is one
 */
export async function notesProject(admin: Admin, origin?: string): Promise<{ projectId: string; values: Record<string, string> }> {
  const { id: projectId } = await aProject(admin);
  const users = await aStorage(admin, projectId, 'users');
  const notes = await aStorage(admin, projectId, 'notes');
  const put = (storageId: string, body: object) =>
    mustCall({ method: 'PUT', path: `/app/project/${projectId}/dataStorages/${storageId}`, token: admin.token, body });
  if (origin) await put(users.id, { signIn: { origins: [origin] } });
  await put(notes.id, { endUserAccess: { read: 'own', write: 'own' } });
  const values = {
    endpoint: target.web,
    projectId,
    apiKey: admin.apiKey,
    secretKey: admin.secretKey,
    notesStorageId: notes.id,
    usersStorageId: users.id,
  };
  return { projectId, values };
}

/** Writes the files of a guide into a folder of its own, in which packages of this repository are found. */
export function writeGuide(slug: string, values: Readonly<Record<string, string>>): { folder: string; remove: () => void } {
  const files = filesOfGuide(slug, values);
  if (files.size === 0) throw new Error(`The guide ${slug} has no files.`);
  return writeApp(files);
}

/** Writes an app's files into a folder of its own, in which packages of this repository are found. */
export function writeApp(files: ReadonlyMap<string, string>): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tests, '.guide-'));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Unpacks a package that the product serves, as `npm i HOST/client.tgz` does. */
export async function installServed(folder: string, name: 'client' | 'react'): Promise<void> {
  const into = join(folder, 'node_modules/@bedplate', name);
  mkdirSync(into, { recursive: true });
  const answer = await fetch(`${target.web}/${name}.tgz`);
  if (!answer.ok) throw new Error(`/${name}.tgz answered ${answer.status}.`);
  execFileSync('tar', ['-xzf', '-', '--strip-components=1', '-C', into], { input: Buffer.from(await answer.arrayBuffer()) });
}
