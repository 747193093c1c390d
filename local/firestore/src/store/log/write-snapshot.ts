import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Document } from '../../model/document.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeEntry } from './entry-codec.ts';
import { frameOf } from './frame.ts';
import { syncDirectory } from './sync-directory.ts';

const frameBytes = 1 << 20;
const documentsPerEntry = 64;

/** The state of one project at one moment. */
export interface ProjectState {
  readonly projectId: string;
  readonly commitMicros: number;
  readonly documents: readonly Document[];
}

/**
 * Writes a snapshot beside its final name and renames it when it is on disk: a crash leaves either none or all of it.
 * @returns its size in bytes
 */
export async function writeSnapshot(path: string, projects: readonly ProjectState[]): Promise<number> {
  const file = await open(`${path}.tmp`, 'w');
  let size = 0;
  try {
    for (const payload of payloads(projects)) {
      const frame = frameOf(payload);
      await file.appendFile(frame);
      size += frame.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
  await syncDirectory(dirname(path));
  return size;
}

function* payloads(projects: readonly ProjectState[]): Generator<Buffer> {
  const out = new ByteWriter();
  for (const { projectId, commitMicros, documents } of projects) {
    for (let i = 0; i === 0 || i < documents.length; i += documentsPerEntry) {
      const changes = documents.slice(i, i + documentsPerEntry).map((document) => ({ path: document.path, after: document }));
      writeEntry(out, { kind: 'commit', projectId, commitMicros, changes });
      if (out.length >= frameBytes) yield out.take();
    }
  }
  if (out.length > 0) yield out.take();
}
