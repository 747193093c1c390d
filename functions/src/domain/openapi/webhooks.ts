import { type CauseKind, causeKinds, recordCauses, recordEvents } from '@bedplate/contract';
import { ref } from './operation.ts';
import type { Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer', minimum: 0 };
const about: Record<string, Schema> = {
  id: { ...text, description: 'A delivery that comes twice has the same.' },
  createdAt: { type: 'string', format: 'date-time' },
  projectId: text,
  storageId: text,
  storageKey: text,
};

/** The bodies of what is posted to a project's receivers. */
export const eventSchemas: Record<string, Schema> = {
  RecordEvent: {
    type: 'object',
    required: ['event', ...Object.keys(about), 'record'],
    properties: {
      ...about,
      event: { enum: recordEvents },
      record: { type: 'object', required: ['id'], properties: { id: text }, additionalProperties: true },
      isBrief: { const: true, description: 'The record is too large: only its id is there.' },
      cause: {
        type: 'object',
        required: ['kind', 'id'],
        properties: { kind: { enum: recordCauses }, id: text },
        description:
          'Where an undo, a change by filter, the restore of a backup or work on the schema has changed the record, or an import made it.',
      },
    },
  },
  ...Object.fromEntries(causeKinds.map((kind) => [endedName(kind), endedSchema(kind)])),
};

function endedName(kind: CauseKind): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}Event`;
}

function endedSchema(kind: CauseKind): Schema {
  const counts: Record<string, Schema> = { changed: whole, kept: whole };
  const storage: Schema = { type: 'object', required: ['storageId', 'changed', 'kept'], properties: { storageId: text, ...counts } };
  return {
    type: 'object',
    required: ['event', ...Object.keys(about), kind],
    properties: {
      ...about,
      event: { const: `${kind}.completed` },
      [kind]: {
        type: 'object',
        required: ['id', 'state', 'changed', 'kept'],
        properties: {
          id: text,
          state: { enum: ['done', 'cancelled'] },
          ...counts,
          ...(kind === 'undo' && { storages: { type: 'array', items: storage, description: 'Of an undo in several storages.' } }),
        },
      },
    },
  };
}

const endedSummaries: Record<CauseKind, string> = {
  undo: 'An undo of more than a hundred records has ended',
  change: 'A change by filter of more than a hundred records has ended',
  restore: 'A restore of more than a hundred records of a backup has ended',
  schema: 'Work on the schema that changed more than a hundred records has ended',
};

/** The events that a project's receivers get, by their names. */
export function webhooks(): Record<string, unknown> {
  const records = recordEvents.map((event) => [event, received(event, 'A record was changed', 'RecordEvent')]);
  return Object.fromEntries([
    ...records,
    ...causeKinds.map((kind) => [`${kind}.completed`, received(`${kind}.completed`, endedSummaries[kind], endedName(kind))]),
  ]);
}

function received(event: string, summary: string, schema: string) {
  return {
    post: {
      operationId: `on ${event}`,
      summary,
      tags: ['Webhooks'],
      parameters: ['X-Bedplate-Event', 'X-Bedplate-Delivery', 'X-Bedplate-Signature'].map((name) => ({ name, in: 'header', schema: text })),
      requestBody: { required: true, content: { 'application/json': { schema: ref(schema) } } },
      responses: { '2XX': { description: 'Received' } },
      security: [],
    },
  };
}
