import { createHash } from 'node:crypto';
import { sha256 } from '../../../crypto/crypt.ts';
import { meaningOf } from '../write/remembered-answer.ts';
import type { ImportRow, Reading } from './parse-rows.ts';

interface ImportFile {
  readonly bytes: Buffer;
  /** Its rows, where files are the same by their meaning and not by their bytes. */
  readonly rows?: readonly ImportRow[] | undefined;
  readonly reading: Reading;
  readonly partial: boolean;
  readonly keepsIds: boolean;
}

/** @returns the same text for the same file with the same options */
export function importDigest({
  bytes,
  rows,
  reading: { format, typed, byCell, encoding, delimiter, forms },
  partial,
  keepsIds,
}: ImportFile): string {
  return sha256(
    JSON.stringify([
      rows ? meaningOf(rows) : digestOf(bytes),
      format,
      typed,
      partial,
      ...(encoding || delimiter ? [encoding, delimiter] : []),
      ...(keepsIds ? ['ids'] : []),
      ...(forms ? [forms] : []),
      ...(byCell ? ['byCell'] : []),
    ]),
  );
}

/** Whole triples of bytes, which base64 does not split. */
const slice = 3 * 16_384;

/** The digest of the file in base64, as version 0.1.0 made it: what was imported then is still known. Never of all of it at once. */
function digestOf(bytes: Buffer): string {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += slice) hash.update(bytes.toString('base64', at, at + slice));
  return hash.digest('hex');
}
