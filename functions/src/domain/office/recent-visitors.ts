import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { visitors } from '../../store/collections.ts';

const dayMillis = 24 * 3600_000;

/** People who viewed a page in the last 24 hours. Each UTC day counts a person once. */
export async function visitorsOfLastDay(services: Services): Promise<number> {
  const now = services.clock();
  const since = Timestamp.fromMillis(now - dayMillis);
  const counts = await Promise.all(
    [now, now - dayMillis].map((at) => {
      const day = new Date(at).toISOString().slice(0, 10);
      return services.store.count({ from: visitors(day).name, where: [['seenAt', '>=', since]] });
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
