import type { SessionRow, ActivityKind } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { logAccountActivity } from '../activity/account-activity.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { endSession, endSessionsOf, openSessionsOf } from './sessions.ts';

const shownAtMost = 100;

/** Lists the caller's sessions, newest first. */
export async function listSessions(services: Services, caller: Caller): Promise<SessionRow[]> {
  const { rows } = await openSessionsOf(services.store, caller.uid);
  return rows
    .map(({ id, data }) => ({ id, session: data }))
    .filter(({ session }) => session.expiresAt.toMillis() > services.clock())
    .sort((a, b) => b.session.createdAt.toMillis() - a.session.createdAt.toMillis())
    .slice(0, shownAtMost)
    .map(({ id, session }) => ({
      id,
      current: id === caller.sid,
      userAgent: session.userAgent,
      ip: session.ip,
      createdAt: session.createdAt.toDate().toISOString(),
      expiresAt: session.expiresAt.toDate().toISOString(),
    }));
}

/** Ends one session of the caller. @throws {ApiError} not-found also for a session of somebody else */
export async function closeSession(
  services: Services,
  { caller, sid, origin }: { caller: Caller; sid: string; origin: Origin },
): Promise<void> {
  const session = (await services.store.sessions.get(sid))?.data;
  if (session?.uid !== caller.uid || session.revokedAt !== null) throw notFound('Session');
  await endSession(services, sid);
  await logged(services, { caller, kind: 'sessionEnded', origin });
  await waitForPropagation();
}

/** Ends all sessions of the caller, including this one. */
export async function logOutEverywhere(services: Services, caller: Caller, origin: Origin): Promise<void> {
  await endSessionsOf(services, caller.uid);
  await logged(services, { caller, kind: 'loggedOutEverywhere', origin });
}

/** Ends the caller's session. */
export async function logOut(services: Services, caller: Caller, origin: Origin): Promise<void> {
  await endSession(services, caller.sid);
  await logAccountActivity(services, { ...eventOf(caller), activity: 'User Logout', kind: 'loggedOut', origin });
}

async function logged(services: Services, { caller, kind, origin }: { caller: Caller; kind: ActivityKind; origin: Origin }): Promise<void> {
  await logAccountActivity(services, { ...eventOf(caller), activity: 'End Sessions', kind, origin });
}

function eventOf(caller: Caller) {
  return { uid: caller.uid, user: caller, ...(caller.owner ? { adminId: caller.owner.uid } : {}) };
}
