import { randomBytes } from 'node:crypto';
import { type UserDocument } from '@bedplate/contract';
import { ApiError, say } from '../../errors/api-error.ts';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { sessions } from '../../store/collections.ts';
import { unmetered } from '../../store/model/meter.ts';
import type { Rows } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Readers } from '../../store/readers.ts';
import type { SessionDocument } from '../../store/documents/documents.ts';
import { createCache } from '../../memory/cache.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { RoleSchema } from '../callers/role-schema.ts';

const sessionMillis = 30 * 24 * 3600_000;
/** The longest use of a cached session. */
const cacheMillis = 60_000;
const cacheSize = 10_000;

/** @returns the id and the document of a new session, for the caller's commit */
export function newSession(
  services: Services,
  { uid, tenantId, origin }: { uid: string; tenantId: string | null; origin: Origin },
): { sid: string; document: SessionDocument } {
  const now = services.clock();
  return {
    sid: randomBytes(24).toString('base64url'),
    document: {
      uid,
      tenantId,
      createdAt: Timestamp.fromMillis(now),
      expiresAt: Timestamp.fromMillis(now + sessionMillis),
      revokedAt: null,
      userAgent: origin.userAgent.slice(0, 300),
      ip: origin.ip,
    },
  };
}

/**
 * Ends a session, and in the same commit staff's views of accounts that began in it. The rules apply
 * this at once, other instances through their listener, within a minute at the latest.
 */
export async function endSession(services: Services, sid: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    const { rows: views } = await tx.sessions.query({ where: [['viewing.from', '==', sid]] });
    const revokedAt = Timestamp.fromMillis(services.clock());
    tx.write(sessions.update(sid, { revokedAt }));
    for (const { id, data } of views) if (data.revokedAt === null) tx.write(sessions.update(id, { revokedAt }));
  });
}

/** Ends all sessions of a user. */
export async function endSessionsOf(services: Services, uid: string): Promise<void> {
  const { rows } = await openSessionsOf(services.store, uid);
  const revokedAt = Timestamp.fromMillis(services.clock());
  await services.store.bulk(rows.map(({ id }) => sessions.update(id, { revokedAt })));
  await waitForPropagation();
}

/** @param door the store, or the transaction that ends them */
export function openSessionsOf(door: Pick<Readers, 'sessions'>, uid: string): Promise<Rows<SessionDocument>> {
  return door.sessions.query({
    where: [
      ['uid', '==', uid],
      ['revokedAt', '==', null],
    ],
  });
}

export interface SessionReader {
  /** @throws {ApiError} unauthenticated unless the session is alive, belongs to the user, and the user may sign in */
  callerOf(sid: string, uid: string): Promise<Caller>;
  forget(sid: string): void;
}

/** Reads sessions with their users and caches them for a minute; a listener removes revoked ones earlier. */
export function createSessionReader(services: Services): SessionReader {
  const cache = createCache<Caller>({ max: cacheSize, ttlMillis: cacheMillis, now: services.clock });
  const followRevocations = revocationListener(services, (sid) => cache.delete(sid));

  return {
    async callerOf(sid, uid) {
      followRevocations();
      const known = cache.get(sid);
      if (known?.uid === uid) return known;
      cache.delete(sid);
      const caller = await readCaller(services, sid, uid);
      cache.set(sid, caller);
      return caller;
    },
    forget: (sid) => void cache.delete(sid),
  };
}

async function readCaller(services: Services, sid: string, uid: string): Promise<Caller> {
  const [session, user] = await Promise.all([services.store.sessions.get(sid), services.store.users.get(uid)]).then(
    ([s, u]) => [s?.data, u?.data] as const,
  );
  const alive = session?.uid === uid && session.revokedAt === null && session.expiresAt.toMillis() > services.clock();
  const role = RoleSchema.safeParse(user?.role);
  if (alive && session.viewing && user?.is_active && role.data === 'superadmin')
    return readViewer(services, { sid, uid, options: session.viewing, user });
  if (!alive || !user?.is_active || !role.success) throw new ApiError('unauthenticated', say('sessionEnded'));
  const tenant = user.tenantId ? (await services.store.tenants.get(user.tenantId))?.data : undefined;
  if (role.data !== 'superadmin' && !tenant?.active) throw new ApiError('unauthenticated', say('sessionEnded'));
  return {
    uid,
    sid,
    role: role.data,
    tenantId: user.tenantId,
    projectId: user.projectId,
    owner: tenant ? { uid: tenant.ownerUid, name: tenant.ownerName } : null,
    name: user.name,
    email: user.email,
  };
}

/** Staff who view an account, even a suspended one, as its admin. Their own session must still be alive. */
async function readViewer(
  services: Services,
  {
    sid,
    uid,
    options: { tenantId, from },
    user: { name, email },
  }: { sid: string; uid: string; options: NonNullable<SessionDocument['viewing']>; user: UserDocument<Timestamp> },
): Promise<Caller> {
  const [tenant, own] = await Promise.all([services.store.tenants.get(tenantId), services.store.sessions.get(from)]);
  const { ownerUid, ownerName } = tenant?.data ?? {};
  if (!ownerUid || !ownerName || own?.data.revokedAt !== null) throw new ApiError('unauthenticated', say('sessionEnded'));
  return { uid, sid, role: 'admin', tenantId, projectId: null, owner: { uid: ownerUid, name: ownerName }, name, email, viewing: { from } };
}

/** Starts with the first call, and again after a failure. */
function revocationListener(services: Services, drop: (sid: string) => void): () => void {
  let listening = false;
  return () => {
    if (listening) return;
    listening = true;
    const since = Timestamp.fromMillis(services.clock() - cacheMillis);
    unmetered(() =>
      services.store.listenAll(
        { from: sessions.name, where: [['revokedAt', '>', since]] },
        (ids) => ids.forEach(drop),
        (error) => {
          listening = false;
          log.warn('sessions.listener.failed', {}, error);
        },
      ),
    );
  };
}
