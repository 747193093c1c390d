import type { Document } from '../model/document.ts';
import { Timestamp, type Value } from '../model/value.ts';
import type { RulesDatabase } from './evaluate/lookups.ts';

/** Builders for the tests of this folder. */
export const time = new Timestamp(1_800_000_000, 0);

export function aDocument(path: string, fields: Record<string, Value>): Document {
  return { path, fields: new Map(Object.entries(fields)), createTime: time, updateTime: time };
}

/** @param after documents that a commit changes; the others stay as they are */
export function database(before: readonly Document[] = [], after: readonly Document[] = []): RulesDatabase {
  const find = (path: string) => before.find((document) => document.path === path);
  return {
    projectId: 'demo',
    databaseId: '(default)',
    get: find,
    getAfter: (path) => after.find((document) => document.path === path) ?? find(path),
  };
}
