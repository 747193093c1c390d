import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { quotedLiteral } from '@bedplate/contract';
import { seal, unseal } from '../../../crypto/crypt.ts';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Position } from './candidate.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';

/** Where the next page starts. */
export interface CursorState {
  readonly after: Position;
  /** Matches before it. */
  readonly seen: number;
}

interface CursorOwner {
  readonly secret: string;
  readonly storageId: string;
}

type Payload = [value: Position['value'], id: string, seen: number, others: Position['others'] | null];

/** The signature binds a cursor to its query, and no caller can start a plan at a place of its choice. */
export function writeCursor({ secret, storageId }: CursorOwner, query: ListQuery, state: CursorState): string {
  const position = JSON.stringify([state.after.value, state.after.id, state.seen, state.after.others]);
  const payload = query.bound ? seal(sealingKey(secret), position, 'cursor') : Buffer.from(position).toString('base64url');
  return `${payload}.${sign({ secret, storageId }, query, payload)}`;
}

/** @throws {ApiError} invalid-argument for a cursor that is not ours or belongs to another query */
export function readCursor(secret: string, storageId: string, query: ListQuery): CursorState | undefined {
  if (!query.cursor) return undefined;
  const [payload = '', signature = ''] = query.cursor.split('.');
  const expected = Buffer.from(sign({ secret, storageId }, query, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw invalidField('cursor', say('cursorForeign'));
  }
  // The signature says that we wrote it.
  const position = query.bound ? unseal(sealingKey(secret), payload, 'cursor') : Buffer.from(payload, 'base64url').toString();
  const [value, id, seen, others] = JSON.parse(position) as Payload;
  return { after: { value, id, ...(others ? { others } : {}) }, seen };
}

/** A cursor may be at a record that its reader does not see: where rules bind the reader, it is not readable. */
function sealingKey(secret: string): Buffer {
  return createHash('sha256').update(`sealed cursor\n${secret}`).digest();
}

function sign({ secret, storageId }: CursorOwner, query: ListQuery, payload: string): string {
  return createHmac('sha256', secret)
    .update(`cursor\n${storageId}\n${fingerprint(query)}\n${payload}`)
    .digest('base64url')
    .slice(0, 22);
}

/** Names the order and the members of a list. */
export function fingerprint(query: ListQuery): string {
  const { filters, either } = query.asked ?? query;
  const { search, searchesIds, rank, byDistance, createdFrom, createdTo, sort, thenBy, deleted, zone, bound } = query;
  const parts = JSON.stringify([
    filters.map(spelt),
    search,
    searchesIds,
    createdFrom,
    createdTo,
    sort,
    deleted,
    ...(zone ? [zone] : []),
    ...(thenBy ? [thenBy] : []),
    ...(either ? [{ either: either.map((set) => set.map(spelt)) }] : []),
    ...(rank ? [{ rank }] : []),
    ...(byDistance ? [{ byDistance }] : []),
    ...(bound ? [{ bound: bound.to }] : []),
  ]);
  return hash('sha256', parts, 'base64url').slice(0, 22);
}

function spelt({ path, operator, literals }: Filter) {
  return { path, operator, values: literals.map(({ text, quoted }) => (quoted ? quotedLiteral(text) : text)) };
}
