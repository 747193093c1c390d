import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sha256 } from '../../../crypto/crypt.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { noteDamage } from './note-damage.ts';

/** Where the objects of a project's backups lie. No rule and no address opens them. */
export const backupFolder = (tenantId: string, projectId: string) => `backups/${tenantId}/${projectId}/`;

/**
 * Stores a text as a compressed object that is named after its content, so a repetition stores the same.
 * @param folder of the project's backups
 * @param backupId of the backup that writes it; later ones may share it
 * @returns its name within the folder
 */
export async function writeObject(
  { files }: Pick<RecordServices, 'files'>,
  { folder, backupId, text, ending }: { folder: string; backupId: string; text: string; ending: 'ndjson' | 'json' },
): Promise<string> {
  const name = `${backupId}/${sha256(text)}.${ending}.gz`;
  await files.keep(folder + name, await promisify(gzip)(text), 'application/gzip');
  return name;
}

/**
 * The text of an object. Where it is missing or is not what was written, the backups that hold it are marked as damaged.
 * @throws {DamagedObjectError}
 */
export async function readObject(services: ObjectServices, folder: string, name: string): Promise<string> {
  try {
    return await wholeText(services, folder, name);
  } catch (error) {
    if (error instanceof DamagedObjectError) await noteDamage(services, folder, name);
    throw error;
  }
}

type ObjectServices = Pick<RecordServices, 'files' | 'store' | 'now'>;

async function wholeText({ files }: ObjectServices, folder: string, name: string): Promise<string> {
  const content = await files.read(folder + name).catch((cause: unknown) => {
    throw isMissing(cause) ? damaged(name, cause) : cause;
  });
  try {
    const text = (await promisify(gunzip)(content)).toString();
    if (name.includes(`/${sha256(text)}.`)) return text;
  } catch (cause) {
    throw damaged(name, cause); // its own checksum does not say which object it is
  }
  throw damaged(name);
}

/** An object that is missing, or is not what was written. */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';
}

function damaged(name: string, cause?: unknown): DamagedObjectError {
  return new DamagedObjectError(`The backup's object ${name} is damaged.`, { cause });
}

/** Cloud Storage's answer for an object that is not there. */
function isMissing(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 404;
}
