import { RpcError } from '../model/rpc-error.ts';
import type { CompositeConfig, FieldOverride } from './index-config.ts';
import type { IndexNeed, NeededField } from './index-need.ts';
import { mergeableSingle } from './serving-indexes.ts';
import type { SingleFieldIndexes } from './single-field-indexes.ts';

/** Production's refusal with its console link, and the JSON that allows the query. */
export function missingIndexError(need: IndexNeed, projectId: string, singles: SingleFieldIndexes): RpcError {
  const fields = suggestedFields(need);
  const console = `https://console.firebase.google.com/v1/r/project/${projectId}/firestore/indexes`;
  const field = missingSingle(need, fields);
  if (field) {
    const kind = `${need.scope}_${field.kind === 'CONTAINS' ? 'ARRAY' : field.kind === 'DESCENDING' ? 'DESC' : 'ASC'}`;
    const link = `${console}?create_exemption=${fieldMessage(need, projectId, field)}`;
    return refusal(
      `The query requires a ${kind} index for collection ${need.collectionGroup} and field ${field.key}. You can create it here: ${link}`,
      'fieldOverrides',
      suggestedOverride(need, field, singles),
    );
  }
  return refusal(
    `The query requires an index. You can create it here: ${console}?create_composite=${indexMessage(need, projectId, fields)}`,
    'indexes',
    suggestedComposite(need),
  );
}

/** The composite that serves the need by itself, as firestore.indexes.json spells it. */
export function suggestedComposite(need: IndexNeed): CompositeConfig {
  const fields = suggestedFields(need);
  const last = fields.at(-1);
  const implied = last?.kind === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
  const named = fields.length === 0 || implied !== need.nameDirection ? [...fields, { key: '__name__', kind: need.nameDirection }] : fields;
  return {
    collectionGroup: need.collectionGroup,
    queryScope: need.scope,
    fields: named.map(({ key, kind }) =>
      kind === 'CONTAINS'
        ? { fieldPath: key, arrayConfig: 'CONTAINS' as const }
        : { fieldPath: key, order: kind as 'ASCENDING' | 'DESCENDING' },
    ),
  };
}

function suggestedFields(need: IndexNeed): readonly NeededField[] {
  const contains = need.equalities.filter((field) => field.kind === 'CONTAINS');
  const equal = need.equalities.filter((field) => field.kind !== 'CONTAINS');
  return [...contains, ...equal, ...need.orders, ...need.aggregated.map((key): NeededField => ({ key, kind: need.nameDirection }))];
}

/** The single-field index that would serve a need of one field; undefined when only a composite can. */
function missingSingle(need: IndexNeed, fields: readonly NeededField[]): NeededField | undefined {
  const [field] = fields;
  if (!field || fields.length > 1) return undefined;
  if (need.equalities.length === 1) return mergeableSingle(field, need);
  return field.kind === need.nameDirection ? field : undefined;
}

function suggestedOverride(need: IndexNeed, field: NeededField, singles: SingleFieldIndexes): FieldOverride {
  const kinds = ['ASCENDING', 'DESCENDING', 'CONTAINS'] as const;
  const scopes = ['COLLECTION', 'COLLECTION_GROUP'] as const;
  const indexes = scopes.flatMap((queryScope) =>
    kinds
      .filter(
        (kind) => singles.has(need.collectionGroup, field.key, kind, queryScope) || (kind === field.kind && queryScope === need.scope),
      )
      .map((kind) => (kind === 'CONTAINS' ? { arrayConfig: kind, queryScope } : { order: kind, queryScope })),
  );
  return { collectionGroup: need.collectionGroup, fieldPath: field.key, indexes };
}

function refusal(message: string, section: string, snippet: unknown): RpcError {
  return new RpcError('FAILED_PRECONDITION', `${message}\nOr add to "${section}" in firestore.indexes.json: ${JSON.stringify(snippet)}`);
}

/** google.firestore.admin.v1.Index as base64url. */
function indexMessage(need: IndexNeed, projectId: string, fields: readonly NeededField[]): string {
  const named = [...fields, { key: '__name__', kind: need.nameDirection }];
  return Buffer.concat([
    bytesField(1, Buffer.from(`projects/${projectId}/databases/(default)/collectionGroups/${need.collectionGroup}/indexes/_`)),
    Buffer.from([0x10, need.scope === 'COLLECTION' ? 1 : 2]),
    ...named.map((field) => bytesField(3, indexField(field))),
  ]).toString('base64url');
}

/** google.firestore.admin.v1.Field with the one index it lacks. */
function fieldMessage(need: IndexNeed, projectId: string, field: NeededField): string {
  const index = Buffer.concat([Buffer.from([0x10, need.scope === 'COLLECTION' ? 1 : 2]), bytesField(3, indexField(field))]);
  return Buffer.concat([
    bytesField(1, Buffer.from(`projects/${projectId}/databases/(default)/collectionGroups/${need.collectionGroup}/fields/${field.key}`)),
    bytesField(2, bytesField(1, index)),
  ]).toString('base64url');
}

function indexField({ key, kind }: NeededField): Buffer {
  const mode = kind === 'CONTAINS' ? [0x18, 1] : [0x10, kind === 'ASCENDING' ? 1 : 2];
  return Buffer.concat([bytesField(1, Buffer.from(key)), Buffer.from(mode)]);
}

/** A length-delimited protobuf field. */
function bytesField(number: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}
