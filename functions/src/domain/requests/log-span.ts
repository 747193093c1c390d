import { requestLogDaysOf } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { dateRange } from '../lists/date-range.ts';

export interface LogSpan {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Earlier lines are not shown, whatever the database still has. */
  readonly keptFrom: number;
  readonly tenantId: string;
}

/**
 * The part of the asked time that the account's plan keeps.
 * @throws {ApiError} not-found for a project out of the caller's reach; invalid-argument for an end before the start
 */
export async function logSpan(
  services: Services,
  {
    caller,
    projectId,
    search: { from, to },
  }: { caller: Caller; projectId: string; search: { from?: string | undefined; to?: string | undefined } },
): Promise<LogSpan> {
  const { data } = await findProject(services, caller, projectId);
  const tenant = await services.store.tenants.get(data.tenantId);
  const now = services.clock();
  const keptFrom = now - requestLogDaysOf(tenant?.data.plan.tier ?? 'free') * 86_400_000;
  const asked = dateRange(from, to, { from: 'from', to: 'to' });
  return {
    from: Math.max(keptFrom, asked.from ?? keptFrom),
    to: Math.min(now, asked.to ?? now),
    keptFrom,
    tenantId: data.tenantId,
  };
}
