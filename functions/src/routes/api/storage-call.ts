import type { Request, RequestHandler } from 'express';
import type { ApiServices } from './api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { reachOf } from '../../domain/app-users/reach.ts';
import type { ClosedFields } from '../../domain/records/model/closed-fields.ts';
import type { Actor, StorageRow } from '../../domain/records/model/storage-row.ts';
import type { Access } from '../../domain/records/query/access.ts';
import type { IdempotentRequest, WriteAnswer } from '../../domain/records/write/idempotent-work.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { type Answer, handle } from '../../http/handle.ts';
import { readData } from '../../http/read-json.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { guarded, identifyCaller, paidCall, storageOf } from './guards.ts';
import { lazily } from '../../runtime/lazily.ts';

const loadToldBySettings = lazily(() => import('./told-by-settings.ts'));
const loadAccessOf = lazily(() => import('../../domain/grants/access-of.ts'));

/** A call on one storage, by keys or by an app user with access to it. */
export interface StorageCall {
  readonly caller: ApiCaller;
  readonly req: Request;
  readonly storage: StorageRow;
  /** An app user: the call reaches only records of this user. */
  readonly owner: string | undefined;
  /** Told where a record is another user's, for the request log. */
  readonly onForeign?: (() => void) | undefined;
  /** Where the storage has rules that bind the caller; then there is no `owner`. */
  readonly access?: Access | undefined;
  /** An app user: fields that the call may not set. */
  readonly closed: ClosedFields | undefined;
}

/** @returns a function that makes endpoints below /{storageKey}/{storageId} */
export function storageEndpoints(services: ApiServices) {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return (verb: 'read' | 'write', run: (call: StorageCall) => Promise<Answer>): RequestHandler =>
    handle(guard, {}, async ({ caller, req }) => {
      const storage = await storageOf(services, caller, req);
      const access = await accessTo(services, { caller, storage, res: req.res });
      const isUsersWrite = caller.userId !== undefined && verb === 'write'; // keys set any field
      const closed = isUsersWrite ? await closedFields(storage) : undefined;
      if (access || caller.userId === undefined) return run({ caller, req, storage, owner: undefined, access, closed });
      const { toldBySettings } = await loadToldBySettings();
      return toldBySettings(services, { caller, storage, req, verb }, async (onForeign) =>
        run({ caller, req, storage, owner: reachOf(caller, storage, verb), onForeign, closed }),
      );
    });
}

interface Asking {
  readonly caller: ApiCaller;
  readonly storage: StorageRow;
  /** The answer of the call: where rules bind the caller, it does not tell what it has cost. */
  readonly res: Request['res'];
  /** Only references lead to the storage: the request log keeps what the rules of the call's own storage decide. */
  readonly isAside?: true;
}

/** @returns what the rules of a storage let the caller do; undefined for one whom none bind */
export async function accessTo(services: ApiServices, { caller, storage, res, isAside }: Asking): Promise<Access | undefined> {
  if (!storage.data.access) return undefined;
  const { accessOf } = await loadAccessOf(); // most storages have no rules
  const notes = isAside ? undefined : res?.locals.notes;
  const access = await accessOf(services, { caller, storage, note: notes && ((rules) => Object.assign(notes, { rules })) });
  if (access && res) res.locals.isBound = true;
  return access;
}

async function closedFields(storage: StorageRow): Promise<ClosedFields> {
  const { closedFieldsOf } = await import('../../domain/records/model/closed-fields.ts'); // most calls are by keys
  return closedFieldsOf(storage);
}

export function recordIdOf(req: Request): string {
  return String(req.params.recordId ?? '');
}

export async function bodyOf(req: Request, { data }: StorageRow): Promise<unknown> {
  const body = await readData(req, data.schema !== undefined);
  if (body === undefined) throw new ApiError('invalid-argument', 'Send the fields as a JSON object in the body.');
  return body;
}

/** Sets the status of an answer, which may be a stored one, and names the fields that it warns of. @returns its body */
export function answerWith({ res }: Request, { status, body }: WriteAnswer): Answer {
  res?.status(status);
  if (body.warnings)
    res?.set(
      'X-Bedplate-Warnings',
      body.warnings
        .map(({ field }) => encodeURIComponent(field))
        .join(', ')
        .slice(0, 1000),
    );
  return body;
}

/** Keeps the idempotency keys of app users and of named keys apart: nobody gets the stored answer of one who may read more. */
export function idempotentRequest(
  { tenantId, projectId, userId, scope, keyId }: ApiCaller,
  req: Request,
  body: unknown,
): IdempotentRequest {
  const owner = [tenantId, projectId, ...(userId === undefined ? (scope ? [keyId] : []) : [userId])].join('/');
  return {
    key: req.get('Idempotency-Key'),
    owner,
    content: async () => (await import('./meant-call.ts')).meantCall(req, body),
  };
}

/**
 * Refuses unknown parameters, those that come twice, and conditions that are not looked at: none may cause a different write.
 * @param what the call, as in "an import" @throws {ApiError} invalid-argument naming the parameter or header
 */
export function onlyParameters(req: Request, what: string, known: readonly string[]): void {
  const given = Object.keys(req.query).filter((name) => name !== '_'); // `_` only keeps answers out of caches
  const name = given.find((one) => !known.includes(one))?.slice(0, 80);
  const takes = known.length > 0 ? known.join(', ') : 'no parameters';
  if (name !== undefined) throw invalidField(name, `${name} has no meaning for ${what}; it takes ${takes}.`);
  const twice = given.find((one) => typeof req.query[one] !== 'string');
  if (twice !== undefined) throw invalidField(twice, `${twice} is given twice.`);
  onlyConditions(req, known.includes('ifUpdatedAt') ? 'If-Unmodified-Since' : '');
}

/**
 * Refuses a body that was to say how a call works, which takes its parameters in the address: `{"dryRun": true}` deleted for real.
 * Programs that send a record along with its delete are let through.
 * @param known the parameters of the call; without them whatever the body says is refused
 */
export async function noBody(req: Request, what: string, known?: readonly string[]): Promise<void> {
  const { membersOfBody } = await import('./members-of-body.ts'); // only deletes look
  const name = (await membersOfBody(req)).find((one) => known?.includes(one) ?? true)?.slice(0, 80);
  if (name !== undefined)
    throw invalidField(
      name,
      `${name} has no meaning in the body of ${what}. Parameters stand in the address, as in ?${known?.[0] ?? 'dryRun'}=….`,
    );
}

/** @param known the condition that the write looks at @throws {ApiError} invalid-argument: no other may be believed to hold */
export function onlyConditions({ method, headers }: Request, known = ''): void {
  if (method === 'GET' || method === 'HEAD') return;
  const name = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'].find((one) => one !== known && one.toLowerCase() in headers);
  if (name !== undefined) throw invalidField(name, `${name} is no condition of this call. A write of one record takes ifUpdatedAt.`);
}

/** The author of a call's writes. */
export function authorOf({ keyId, userId }: Pick<ApiCaller, 'keyId' | 'userId'>, { res }: Pick<Request, 'res'>): Actor {
  return { actor: keyId, origin: { ...(userId === undefined ? { keyId } : {}), ...(res ? { requestId: requestIdOf(res) } : {}) } };
}
