import { decodeFields, type Json, type RecordDocument, type StoredFile } from '@bedplate/contract';
import { secondsText, type Timestamp } from '../../../store/model/values.ts';

/** A record as a line of a backup. The names are the open format of docs/backups.md. Passwords and tokens are no part of it. */
export interface RecordLine {
  /** Its place: lines are in the order of their keys. */
  readonly key: string;
  /** The id that its app chose; without one, the key is the id. */
  readonly id?: string;
  /** ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: string;
  readonly fields: Record<string, Json>;
  /** By field. */
  readonly files?: Record<string, LineFile>;
}

export type LineFile = Omit<StoredFile, 'token'>;

/** The fields of a record's document that its line is made of. */
export const lineFields = ['data', 'files', 'clientId', 'createdAt', 'updatedAt', 'createdBy'] as const;
export type LineSource = Pick<RecordDocument<Timestamp>, (typeof lineFields)[number]>;

export function lineOf(key: string, { data, files = {}, clientId, createdAt, updatedAt, createdBy }: LineSource): RecordLine {
  const stored = Object.entries(files);
  return {
    key,
    ...(clientId === undefined ? {} : { id: clientId }),
    createdAt: microTime(createdAt),
    updatedAt: microTime(updatedAt),
    createdBy,
    fields: decodeFields(data),
    ...(stored.length > 0 ? { files: Object.fromEntries(stored.map(([field, file]) => [field, withoutToken(file)])) } : {}),
  };
}

function withoutToken(file: StoredFile): LineFile {
  const { token: _, ...rest } = file;
  return rest;
}

export function parseLine(text: string): RecordLine {
  return JSON.parse(text) as RecordLine; // written by `lineOf`, and its checksum has been compared
}

/** Firestore keeps microseconds. */
export function microTime(time: Timestamp): string {
  return `${secondsText(time.seconds)}.${String(Math.floor(time.nanoseconds / 1000)).padStart(6, '0')}Z`;
}

/** @param text from `microTime` */
export function microsOf(text: string): { millis: number; micros: number } {
  return { millis: Date.parse(`${text.slice(0, 23)}Z`), micros: Number(text.slice(23, 26)) };
}
