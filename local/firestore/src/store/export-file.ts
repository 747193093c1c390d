import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Document } from '../model/document.ts';
import type { MapValue } from '../model/value.ts';
import { RpcError } from '../model/rpc-error.ts';
import { ByteReader } from './log/byte-reader.ts';
import { ByteWriter } from './log/byte-writer.ts';
import { frameOf } from './log/frame.ts';
import { readFrames } from './log/read-frames.ts';
import { readFields, writeFields } from './log/value-codec.ts';

const format = 'local-firestore-export';
/** The format's name in exports of earlier versions. */
const formerFormat = 'bedplate-firestore-export';
const frameBytes = 1 << 20;

/**
 * Writes `D/D.overall_export_metadata`, which firebase-tools looks for, and the documents beside it.
 * @throws RpcError INVALID_ARGUMENT when the directory cannot be written
 */
export async function exportDocuments(directory: string, documents: Iterable<Document>): Promise<void> {
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
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'documents'), Buffer.concat(frames));
    await writeFile(metadataPath(directory), JSON.stringify({ format, version: 1, documents: count }));
  } catch (cause) {
    throw new RpcError('INVALID_ARGUMENT', `The export could not be written to ${directory}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Reads what `exportDocuments` wrote.
 * @param path the directory of the export, or its metadata file
 * @throws RpcError INVALID_ARGUMENT naming the file that is missing, foreign or damaged
 */
export async function readExport(path: string): Promise<readonly { readonly path: string; readonly fields: MapValue }[]> {
  const metadataFile = path.endsWith(metadataSuffix) ? path : metadataPath(path);
  const expected = await readMetadata(metadataFile);
  const documents: { path: string; fields: MapValue }[] = [];
  const file = join(dirname(metadataFile), 'documents');
  if (!isComplete(file, expected, documents))
    throw new RpcError('INVALID_ARGUMENT', `Failed parse entity file: ${file}. Checksum doesn't validate.`);
  return documents;
}

function isComplete(file: string, expected: number, documents: { path: string; fields: MapValue }[]): boolean {
  try {
    const { validBytes, size } = readFrames(file, (payload) => {
      const input = new ByteReader(payload);
      while (!input.done) documents.push({ path: input.string(), fields: readFields(input) });
    });
    return validBytes === size && documents.length === expected;
  } catch (cause) {
    throw new RpcError('INVALID_ARGUMENT', `Failed parse entity file: ${file}. ${reasonOf(cause)}`, { cause });
  }
}

async function readMetadata(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new RpcError('INVALID_ARGUMENT', `Failed to parse overall export metadata file: ${path} could not be read.`, { cause });
  });
  // Official exports are binary: they must get a clear answer, not a JSON error.
  if (![format, formerFormat].some((known) => text.startsWith(`{"format":"${known}"`))) {
    throw new RpcError('UNIMPLEMENTED', `${path} is not an export of this server; the official export format is not implemented.`);
  }
  const metadata = parsed(text);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const metadataSuffix = '.overall_export_metadata';

function metadataPath(directory: string): string {
  return join(directory, `${basename(directory)}${metadataSuffix}`);
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
