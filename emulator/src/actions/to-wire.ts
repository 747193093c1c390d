import type { CommitResult, Database } from '../engine.ts';
import type { Document } from '../model/document.ts';
import type { FieldPath } from '../model/query.ts';
import type { WriteResult } from '../model/write.ts';
import type { WireDocument } from '../wire/messages/document.ts';
import type { WireWriteResult } from '../wire/messages/write.ts';
import { masked } from './field-paths.ts';
import { documentName } from './names.ts';

export function documentToWire(database: Database, document: Document, mask?: readonly FieldPath[]): WireDocument {
  return {
    name: documentName(database.name, document.path),
    fields: masked(document.fields, mask),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}

export function commitToWire(result: CommitResult): {
  readonly writeResults: readonly WireWriteResult[];
  readonly commitTime: CommitResult['commitTime'];
} {
  return { writeResults: result.writeResults.map(writeResultToWire), commitTime: result.commitTime };
}

export function writeResultToWire(result: WriteResult): WireWriteResult {
  return result;
}
