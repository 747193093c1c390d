import { sha256 } from '../../../crypto/crypt.ts';

/** A file of a record by its path, which no other upload has. */
export function keptFileId(key: string, path: string): string {
  return `${key}-${sha256(path).slice(0, 20)}`;
}

/** The first and the last id that a record's kept files can have. */
export function keptFileIds(key: string): readonly [string, string] {
  return [`${key}-`, `${key}-~`];
}
