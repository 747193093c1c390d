import type { GrantVerb } from '@bedplate/contract';
import type { Request } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { decideBySettings } from '../../domain/grants/decide-by-settings.ts';
import type { CallerCaches } from '../../domain/grants/grant-caller.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError } from '../../errors/api-error.ts';

interface Asking {
  /** An app user. */
  readonly caller: ApiCaller;
  /** One without saved rules. */
  readonly storage: StorageRow;
  readonly req: Request;
  readonly verb: 'read' | 'write';
}

/**
 * Runs a call, and notes for the request log why none, own and all refused it, or cut its list. No answer tells of it.
 * @param run takes what to call where a record is another user's
 */
export async function toldBySettings<T>(services: CallerCaches, asking: Asking, run: (onForeign: () => void) => Promise<T>): Promise<T> {
  const { req, verb, storage } = asking;
  const id = req.params.recordId === undefined ? null : String(req.params.recordId);
  let isForeign = false;
  try {
    const answer = await run(() => void (isForeign = true));
    if (verb === 'read' && id === null && storage.data.endUserAccess?.read === 'own') await note();
    return answer;
  } catch (error) {
    if (isForeign || (error instanceof ApiError && error.by === 'access-of-users')) await note();
    throw error;
  }

  async function note(): Promise<void> {
    const notes = req.res?.locals.notes;
    if (notes)
      notes.rules = await decideBySettings(services, { ...asking, verb: verbOf(req.method, verb, id), foreign: isForeign ? id : null });
  }
}

function verbOf(method: string, verb: Asking['verb'], id: string | null): GrantVerb {
  if (verb === 'read') return id === null ? 'list' : 'read';
  if (method === 'DELETE') return 'delete';
  return method === 'POST' && id === null ? 'create' : 'update';
}
