import type { Request } from 'express';
import { ownerOfKey } from '../../domain/api-keys/owner-of-key.ts';
import { placeOf } from '../../domain/api-keys/key-scope.ts';
import type { ApiServices } from './api-services.ts';

/** Notes for the request log whose key was refused. The storage is not looked up for it. */
export async function noteRefusedKey(services: ApiServices, req: Request): Promise<void> {
  const caller = await ownerOfKey(services, req);
  if (caller) Object.assign(req.res?.locals.notes ?? {}, { caller, place: { ...placeOf(req.method, req.path), storageId: null } });
}
