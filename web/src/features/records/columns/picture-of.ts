import type { DataRecord, FileMetadata } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';

/** @returns the file that a field of the record holds; live changes bring some without their addresses */
export function fileIn(record: DataRecord, field: string): Partial<FileMetadata> | undefined {
  const files = record.file_metadata;
  if (typeof files !== 'object' || files === null) return undefined;
  const file: unknown = ownValue(files as Record<string, unknown>, field);
  return typeof file === 'object' && file !== null ? file : undefined;
}

/** @returns the address of a small copy of the picture in the field; null for anything else */
export function pictureOf(record: DataRecord, field: string): string | null {
  const smallest = Object.entries(fileIn(record, field)?.thumbnails ?? {}).sort(([one], [other]) => Number(one) - Number(other))[0];
  return smallest?.[1] ?? null;
}
