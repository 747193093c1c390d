import type { RequestHeaders } from '../../network/request-headers.ts';

/** @returns the access token of a call that has no key headers */
export function accessTokenOf(req: RequestHeaders): string | undefined {
  if (req.get('X-API-Key') !== undefined) return undefined;
  return /^Bearer\s+(bpu_\S+)\s*$/i.exec(req.get('Authorization') ?? '')?.[1];
}
