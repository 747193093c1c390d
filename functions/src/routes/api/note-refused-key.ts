import type { Request } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { ownerOfKey } from '../../domain/api-keys/owner-of-key.ts';
import { placeOf } from '../../domain/api-keys/key-scope.ts';
import { projectOfStranger } from '../../domain/api-keys/project-of-stranger.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { ApiServices } from './api-services.ts';
import { placeOfRefused } from './place-of-refused.ts';

type FindStorage = (caller: Pick<ApiCaller, 'tenantId' | 'projectId'>, storageId: string) => Promise<StorageRow | null>;

/** Notes for the request log whose call was refused before its caller was known, and where it went. @param find a storage of a caller's project */
export async function noteRefusedKey(services: ApiServices, req: Request, find: FindStorage): Promise<void> {
  const notes = req.res?.locals.notes;
  if (!notes) return;
  const caller = (await ownerOfKey(services, req)) ?? (await projectOfStranger(services, req));
  if (!caller) return;
  notes.caller = caller;
  notes.place = await placeOfRefused(services, placeOf(req.method, req.path), (id) => find(caller, id));
}
