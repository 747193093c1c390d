import { recordEvents } from '@bedplate/contract';
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
        properties: { kind: { const: 'undo' }, id: text },
        description: 'Where an undo has changed the record.',
      },
    },
  },
  UndoEvent: {
    type: 'object',
    required: ['event', ...Object.keys(about), 'undo'],
    properties: {
      ...about,
      event: { const: 'undo.completed' },
      undo: {
        type: 'object',
        required: ['id', 'state', 'changed', 'kept'],
        properties: { id: text, state: { enum: ['done', 'cancelled'] }, changed: whole, kept: whole },
      },
    },
  },
};

/** The events that a project's receivers get, by their names. */
export function webhooks(): Record<string, unknown> {
  const records = recordEvents.map((event) => [event, received(event, 'A record was changed', 'RecordEvent')]);
  return Object.fromEntries([
    ...records,
    ['undo.completed', received('undo.completed', 'An undo of more than a hundred records has ended', 'UndoEvent')],
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
