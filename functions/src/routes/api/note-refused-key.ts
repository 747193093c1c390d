import type { Request } from 'express';
import { ownerOfKey } from '../../domain/api-keys/owner-of-key.ts';
import { placeOf } from '../../domain/api-keys/key-scope.ts';
import { projectOfStranger } from '../../domain/api-keys/project-of-stranger.ts';
import type { ApiServices } from './api-services.ts';
import { placeOfRefused } from './place-of-refused.ts';

/** Notes for the request log whose call was refused before its caller was known, and where it went. */
export async function noteRefusedKey(services: ApiServices, req: Request): Promise<void> {
  const notes = req.res?.locals.notes;
  if (!notes) return;
  const caller = (await ownerOfKey(services, req)) ?? (await projectOfStranger(services, req));
  if (!caller) return;
  notes.caller = caller;
  notes.place = await placeOfRefused(services, caller, placeOf(req.method, req.path));
}
