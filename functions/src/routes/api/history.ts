import type { RecordAuthors } from '@bedplate/contract';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { longestWalk, readHistory } from '../../domain/records/history/read-history.ts';
import { recordAuthors } from '../../domain/records/history/record-authors.ts';
import { recordAt } from '../../domain/records/history/state-at.ts';
import { authorNames } from '../../domain/storages/author-names.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { Answer } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import type { Request, Router } from 'express';
import { z } from 'zod';
import type { ApiServices } from './api-services.ts';
import { textOf } from './parameters.ts';
import { onlyParameters, recordIdOf, type StorageCall, storageEndpoints } from './storage-call.ts';

const usualEntries = 50;
const mostEntries = 200;

/** The history of a record: its values before each change, and the author. Only for keys: it also shows fields that app users could not see. */
export function historyRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/dataId/:recordId/history': {
      get: endpoint('read', async ({ caller, storage, req, access }) => {
        keysOnly(caller);
        requireWholeSight(access);
        onlyParameters(req, 'the history of a record', ['limit', 'before']);
        const wanted = {
          id: recordIdOf(req),
          limit: numberOf(req, 'limit', mostEntries) ?? usualEntries,
          before: numberOf(req, 'before', longestWalk * longestWalk),
        };
        const { entries, next } = await readHistory(services.records, storage, wanted);
        const named = await authorNames(services, storage.data, { authors: entries.map(({ author }) => author), key: caller });
        const data = entries.map((entry) => ({ ...entry, author: named(entry.author) }));
        return { data, pagination: { before: next }, days: storage.data.history ?? 0 };
      }),
    },
  });
}

/** The rules of today are not asked for what a record was then. */
function requireWholeSight(access: StorageCall['access']): void {
  if (access?.seesAll === false)
    throw new ApiError('permission-denied', 'The rules of this storage hide something from this key, and its history would show it.');
}

function numberOf(req: Request, name: string, most: number): number | undefined {
  const text = textOf(req, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw invalidField(name, `${name} must be a whole number from 1 to ${most}.`);
  return Number(text);
}

/** GET …/dataId/{id}?authors=true: who made the record and who changed it last. */
export async function readAuthors(services: ApiServices, { caller, storage, req, access }: StorageCall): Promise<RecordAuthors> {
  keysOnly(caller);
  requireWholeSight(access);
  const { createdBy, updatedBy } = await recordAuthors(services.records, storage, recordIdOf(req));
  const named = await authorNames(services, storage.data, { authors: [createdBy, updatedBy], key: caller });
  return { createdBy: createdBy && named(createdBy), updatedBy: updatedBy && named(updatedBy) };
}

/** GET …/dataId/{id}?asOf=: the record as it was at that moment, with `deleted` also from the trash of then. @throws {ApiError} invalid-argument for anything but a time that has been */
export async function readOneAsOf(
  { records }: Pick<ApiServices, 'records'>,
  { caller, storage, req, access }: StorageCall,
  deleted: 'only' | 'include' | undefined,
): Promise<Answer> {
  keysOnly(caller);
  requireWholeSight(access);
  onlyParameters(req, 'a record at a moment', ['asOf', 'deleted']);
  return { data: await recordAt(records, storage, { id: recordIdOf(req), millis: momentOf(req, records.now()), deleted }) };
}

const Moment = z.iso.datetime({ offset: true });
/** So far the clock of a caller, or of another server, may be ahead of this one. */
const clockLead = 60_000;

function momentOf(req: Request, now: number): number {
  const moment = Moment.safeParse(textOf(req, 'asOf') ?? '');
  // Date.parse alone takes 31 February, and a time without an offset for the server's own.
  if (!moment.success) throw invalidField('asOf', 'asOf must be a time such as 2026-05-01T12:00:00.000Z.');
  const millis = Date.parse(moment.data);
  // The record of today is not what it will be.
  if (millis > now + clockLead) throw invalidField('asOf', 'asOf is still to come: it must be a time that has been.');
  return millis;
}
