import { type Capability, can } from '@bedplate/contract';
import type { Request } from 'express';
import type { Caller } from '../domain/callers/caller.ts';
import { createSessionReader } from '../domain/accounts/sessions.ts';
import type { Services } from '../services/services.ts';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import type { Guard } from './handle.ts';

export interface AccountGuards {
  /** Anyone signed in. */
  signedIn: Guard<Caller>;
  /** Someone whose role has at least one of the capabilities. */
  may(...capabilities: [Capability, ...Capability[]]): Guard<Caller>;
  /** A visitor (null) or someone signed in; a given token must be valid. */
  visitorOrSignedIn: Guard<Caller | null>;
  /** Removes a session from this instance's cache. */
  forget(sid: string): void;
}

/**
 * Guards of the console's API. They accept only tokens of our own login: Firebase's password login checks no second factor.
 * Decision 003.
 */
export function accountGuards(services: Services): AccountGuards {
  const sessions = createSessionReader(services);

  const visitorOrSignedIn: Guard<Caller | null> = async (req) => {
    const token = bearerOf(req);
    if (!token) return null;
    const { uid, sid } = await verify(services, token);
    const caller = await sessions.callerOf(sid, uid);
    if (req.res?.locals.notes) req.res.locals.notes.member = caller;
    if (caller.viewing) refuseChange(req);
    return caller;
  };
  const signedIn: Guard<Caller> = async (req) => {
    const caller = await visitorOrSignedIn(req);
    if (!caller) throw new ApiError('unauthenticated', say('loginFirst'));
    return caller;
  };
  return {
    visitorOrSignedIn,
    signedIn,
    may: (...capabilities) =>
      async function mayCall(req) {
        const caller = await signedIn(req);
        const held = capabilities.filter((capability) => can(caller.role, capability));
        if (caller.viewing && held.length > 0 && held.every((capability) => hiddenFromViewers.includes(capability)))
          throw new ApiError('permission-denied', say('viewingOnly'));
        if (held.length === 0) throw new ApiError('permission-denied', say('notAllowed'));
        return caller;
      },
    forget: sessions.forget,
  };
}

/** Reading keys and webhooks' secrets, and downloading whole tables, logs and accounts. */
const hiddenFromViewers: readonly Capability[] = ['keys.read', 'endpoints.write', 'records.export', 'requests.export'];

/** A viewer of an account can only end the viewing. @throws {ApiError} permission-denied */
function refuseChange({ method, path }: Request): void {
  const ends = path === '/authentication/logout' || path === '/authentication/end-viewing';
  if (method !== 'GET' && method !== 'HEAD' && !ends) throw new ApiError('permission-denied', say('viewingOnly'));
}

async function verify(services: Services, token: string): Promise<{ uid: string; sid: string }> {
  try {
    const claims = await services.auth.verifyIdToken(token);
    const sid: unknown = claims.sid;
    if (claims.firebase.sign_in_provider === 'custom' && typeof sid === 'string' && /^[\w-]{32}$/.test(sid))
      return { uid: claims.uid, sid };
  } catch (cause) {
    if (!isBadToken(cause)) throw cause;
    throw new ApiError('unauthenticated', say('sessionEnded'), { cause });
  }
  throw new ApiError('unauthenticated', say('sessionEnded'));
}

/** Tells a wrong token from a failing service by firebase-admin's codes. */
function isBadToken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^auth\/(argument-error|invalid-argument|id-token-expired|id-token-revoked|invalid-id-token|user-disabled|user-not-found|tenant-id-mismatch)$/.test(
    code,
  );
}

function bearerOf(req: Request): string {
  return /^Bearer\s+(\S+)\s*$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
}
