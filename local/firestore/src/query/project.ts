import { isReserved } from '../model/stored-fields.ts';
import type { Document } from '../model/document.ts';
import { fieldAt, withField } from '../model/field-path.ts';
import type { FieldPath } from '../model/query.ts';
import type { MapValue } from '../model/value.ts';

/**
 * The document with only the selected fields; `[]` and `[['__name__']]` select none.
 * @returns the same document when nothing was selected, that is, `select` is undefined
 */
export function project(document: Document, select: readonly FieldPath[] | undefined): Document {
  if (select === undefined) return document;
  let fields: MapValue = new Map();
  for (const path of select) {
    const value = isReserved(path[0] ?? '') ? undefined : fieldAt(document.fields, path);
    if (value !== undefined) fields = withField(fields, path, value);
  }
  return { path: document.path, fields, createTime: document.createTime, updateTime: document.updateTime };
}
