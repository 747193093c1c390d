import { ApiError, say } from '../../errors/api-error.ts';
import type { Caller } from './caller.ts';

/** The account of a caller who changes something in it. @throws {ApiError} permission-denied for platform staff, who have none */
export function accountOf(caller: Caller): { tenantId: string; owner: { uid: string; name: string } } {
  const { tenantId, owner } = caller;
  if (!tenantId || !owner) throw new ApiError('permission-denied', say('notAllowed'));
  return { tenantId, owner };
}

/** The acting person, for the activity log. */
export function actorOf(caller: Caller): { tenantId: string; userId: string; adminId: string } {
  const { tenantId, owner } = accountOf(caller);
  return { tenantId, userId: caller.uid, adminId: owner.uid };
}
