import type { Request } from 'express';
import { type ApiCaller, apiCaller } from '../../domain/api-keys/api-caller.ts';
import { pageCaller } from '../../domain/app-users/page-caller.ts';
import type { ApiServices } from './api-services.ts';

/** Identifies the caller by keys, or as a page that the users storage in the path lets sign people in. @throws {ApiError} unauthenticated */
export async function identifyPage(services: ApiServices, req: Request): Promise<ApiCaller> {
  const origin = req.get('Origin');
  const isPage = origin !== undefined && req.get('X-API-Key') === undefined;
  const page = isPage ? await pageCaller(services, req, { storageId: String(req.params.storageId), origin }) : null;
  return page ?? apiCaller(services, req);
}
