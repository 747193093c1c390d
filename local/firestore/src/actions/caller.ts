import type { Auth } from '../rules/evaluate/request.ts';
import { RpcError } from '../model/rpc-error.ts';

/** The sender of a request. The rules do not apply to an administrator; `auth: null` is signed out. */
export type Caller = { readonly kind: 'admin' } | { readonly kind: 'user'; readonly auth: Auth | null };

const administrator: Caller = { kind: 'admin' };
const anonymous: Caller = { kind: 'user', auth: null };
const base64Url = /^[A-Za-z0-9_-]*={0,2}$/;

/**
 * Reads an `Authorization` header (docs/facts.md, "Authorization"). Tokens are not verified: they come from the Auth emulator, which does not sign them.
 * @throws RpcError INVALID_ARGUMENT for a malformed token, UNAUTHENTICATED for another scheme
 */
export function readCaller(authorization: string | undefined): Caller {
  if (authorization === undefined || authorization === '') return anonymous;
  const match = /^bearer +(\S+)$/i.exec(authorization.trim());
  const token = match?.[1];
  if (token === undefined) {
    if (/^bearer\s/i.test(authorization)) return anonymous;
    throw new RpcError('UNAUTHENTICATED', 'The Authorization header must have the form "Bearer <token>".');
  }
  if (token.toLowerCase() === 'owner' || token.startsWith('ya29.')) return administrator;
  return { kind: 'user', auth: readToken(token) };
}

function readToken(token: string): Auth {
  const [header, claims, signature, ...rest] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || rest.length > 0 || !base64Url.test(signature))
    throw invalidToken();
  readSegment(header);
  const payload = readSegment(claims);
  const uid = payload.sub ?? payload.user_id;
  if (typeof uid !== 'string') throw invalidToken();
  return { uid, token: payload };
}

function readSegment(segment: string): Record<string, unknown> {
  if (!base64Url.test(segment)) throw invalidToken();
  try {
    const json: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  } catch (cause) {
    throw invalidToken(cause);
  }
  throw invalidToken();
}

function invalidToken(cause?: unknown): RpcError {
  return new RpcError('INVALID_ARGUMENT', 'invalid jwt', { cause });
}
