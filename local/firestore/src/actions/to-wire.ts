import type { CommitResult, Database } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { FieldPath } from '../model/query.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { WireWriteResult } from '../codec/messages/write.ts';
import { masked } from './field-paths.ts';
import { documentName } from '../model/resource-name.ts';

export function documentToWire(database: Database, document: Document, mask?: readonly FieldPath[]): WireDocument {
  return {
    name: documentName(database.name, document.path),
    fields: masked(document.fields, mask),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}

/** The model's write results have the shape of the wire's. */
export function commitToWire({ writeResults, commitTime }: CommitResult): {
  readonly writeResults: readonly WireWriteResult[];
  readonly commitTime: CommitResult['commitTime'];
} {
  return { writeResults, commitTime };
}
