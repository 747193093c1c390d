import { limits } from '@bedplate/contract';
import { z } from 'zod';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { AuthorSelector } from '../history/authors.ts';
import type { WantedUndo } from './start-undo.ts';

const Id = z.string().trim().min(1).max(200);
const Time = z.iso.datetime({ offset: true });

/** The body of an undo, of the data API and of the console. */
export const UndoOrder = z.strictObject({
  /** One of them at most; none: whoever it was. */
  key: Id.optional(),
  user: Id.optional(),
  member: Id.optional(),
  import: Id.optional(),
  request: Id.optional(),
  job: Id.optional(),
  activity: Id.optional(),
  storageId: Id.optional(),
  /** With a storage. */
  record: Id.optional(),
  /** With a storage: only what this field was. */
  field: z.string().min(1).max(limits.fieldNameLength).optional(),
  from: Time.optional(),
  until: Time.optional(),
  dryRun: z.boolean().default(false),
});
export type UndoOrder = z.infer<typeof UndoOrder>;

const authors = ['key', 'user', 'member', 'import', 'request', 'job', 'activity'] as const;

/** @throws {ApiError} invalid-argument for an order that names too much or too little */
export function wantedBy(order: UndoOrder): WantedUndo {
  const { storageId, record, field, from, until } = order;
  const by = selectorOf(order);
  if ((record ?? field) !== undefined && storageId === undefined) throw invalidField('storageId', say('undoStorage'));
  if (by.kind === 'anyone' && record === undefined && from === undefined) throw invalidField('from', say('undoWhose'));
  const span = { from: millisOf(from), until: millisOf(until) };
  if (span.from !== undefined && span.until !== undefined && span.until < span.from)
    throw invalidField('until', say('boundsTurned', { to: 'until', from: 'from' }));
  return { by, record, field, ...span };
}

function selectorOf(order: UndoOrder): AuthorSelector {
  const given = authors.filter((name) => order[name] !== undefined);
  const [kind, second] = given;
  if (second) throw invalidField(second, say('undoOneOf', { names: authors.join(', ') }));
  return kind === undefined ? { kind: 'anyone' } : { kind, id: order[kind] ?? '' };
}

const millisOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
