import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

interface QueueLimits {
  /** Works that run at a time. */
  readonly parallel: number;
  /** Those of one tenant among them; default: all. */
  readonly parallelPerTenant?: number;
  /** Works of one tenant that wait; one more is refused. */
  readonly waitingPerTenant: number;
}

/** @throws {ApiError} too-many-requests, at once, when too many works of the tenant wait */
export type FairQueue = <R>(tenant: string, work: () => Promise<R>) => Promise<R>;

interface Lane {
  readonly waiting: (() => void)[];
  running: number;
}

/**
 * Work that takes an instance's processor, memory or connections for a while. Tenants take turns: whoever
 * brings five hundred works delays the others by one of them, and no queue grows without an end.
 */
export function fairQueue({ parallel, parallelPerTenant = parallel, waitingPerTenant }: QueueLimits): FairQueue {
  /** Tenants with works, in the order of their turns. */
  const lanes = new Map<string, Lane>();
  let running = 0;

  return async (tenant, work) => {
    const lane = lanes.get(tenant) ?? { waiting: [], running: 0 };
    if (lane.waiting.length >= waitingPerTenant) throw new ApiError('too-many-requests', say('busy'), { retryAfter: 2 });
    lanes.set(tenant, lane);
    await new Promise<void>((begin) => {
      lane.waiting.push(begin);
      beginNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      lane.running -= 1;
      if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(tenant);
      beginNext();
    }
  };

  function beginNext(): void {
    while (running < parallel) {
      const next = [...lanes].find(([, lane]) => lane.waiting.length > 0 && lane.running < parallelPerTenant);
      if (!next) return;
      const [tenant, lane] = next;
      lanes.delete(tenant); // its next turn is after the others
      lanes.set(tenant, lane);
      running += 1;
      lane.running += 1;
      lane.waiting.shift()?.();
    }
  }
}
