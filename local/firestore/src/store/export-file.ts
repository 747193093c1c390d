import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Document } from '../model/document.ts';
import type { MapValue } from '../model/value.ts';
import { RpcError } from '../model/rpc-error.ts';
import { ByteReader } from './log/byte-reader.ts';
import { ByteWriter } from './log/byte-writer.ts';
import { frameOf } from './log/frame.ts';
import { readFrames } from './log/read-frames.ts';
import { readFields, writeFields } from './log/value-codec.ts';

const format = 'bedplate-firestore-export';
const frameBytes = 1 << 20;

/** Writes `D/D.overall_export_metadata`, which firebase-tools looks for, and the documents beside it. */
export async function exportDocuments(directory: string, documents: Iterable<Document>): Promise<void> {
  await mkdir(directory, { recursive: true });
  const frames: Buffer[] = [];
  const out = new ByteWriter();
  let count = 0;
  for (const { path, fields } of documents) {
    out.string(path);
    writeFields(out, fields);
    count++;
    if (out.length >= frameBytes) frames.push(frameOf(out.take()));
  }
  if (out.length > 0) frames.push(frameOf(out.take()));
  await writeFile(join(directory, 'documents'), Buffer.concat(frames));
  await writeFile(metadataPath(directory), JSON.stringify({ format, version: 1, documents: count }));
}

/**
 * Reads what `exportDocuments` wrote.
 * @throws RpcError INVALID_ARGUMENT naming the file that is missing, foreign or damaged
 */
export async function readExport(directory: string): Promise<readonly { readonly path: string; readonly fields: MapValue }[]> {
  const expected = await readMetadata(metadataPath(directory));
  const documents: { path: string; fields: MapValue }[] = [];
  const file = join(directory, 'documents');
  const { validBytes, size } = readFrames(file, (payload) => {
    const input = new ByteReader(payload);
    while (!input.done) documents.push({ path: input.string(), fields: readFields(input) });
  });
  if (validBytes !== size || documents.length !== expected)
    throw new RpcError('INVALID_ARGUMENT', `Failed parse entity file: ${file}. Checksum doesn't validate.`);
  return documents;
}

async function readMetadata(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new RpcError('INVALID_ARGUMENT', `Failed to parse overall export metadata file: ${path} could not be read.`, { cause });
  });
  // Official exports are binary: they must get a clear answer, not a JSON error.
  if (!text.startsWith(`{"format":"${format}"`)) {
    throw new RpcError('UNIMPLEMENTED', `${path} is not an export of this server; the official export format is not implemented.`);
  }
  const metadata: unknown = JSON.parse(text);
  if (
    typeof metadata !== 'object' ||
    metadata === null ||
    !('version' in metadata) ||
    metadata.version !== 1 ||
    !('documents' in metadata)
  ) {
    throw new RpcError('INVALID_ARGUMENT', 'Overall export metadata file version not supported');
  }
  return Number(metadata.documents);
}

function metadataPath(directory: string): string {
  return join(directory, `${basename(directory)}.overall_export_metadata`);
}
