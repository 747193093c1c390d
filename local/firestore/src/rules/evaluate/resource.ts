import type { Document } from '../../model/document.ts';
import { type RuleMap, RulePath, type RuleValue } from '../values/value.ts';

/** The form of a document in `resource`, `request.resource` and get(). */
export function documentResource({ path, fields }: Document, databaseId: string): RuleMap {
  const segments = documentSegments(path, databaseId);
  return new Map<string, RuleValue>([
    ['data', fields],
    ['id', segments.at(-1) ?? ''],
    ['__name__', new RulePath(segments)],
  ]);
}

/** `users/alice` as `databases`, `(default)`, `documents`, `users`, `alice`. */
export function documentSegments(path: string, databaseId: string): string[] {
  return ['databases', databaseId, 'documents', ...(path === '' ? [] : path.split('/'))];
}
