import { purges } from './purges.ts';
import type { Services } from '../../services/services.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { purgeAccount } from './purge-account.ts';
import { purgeStorage } from './purge-storage.ts';
import type { AccountPurge, StoragePurge } from './purges.ts';

const perRun = 20;
/** A large one does not keep the others waiting. */
const turnMillis = 10_000;

/** Finishes what calls have not. Runs on a schedule. */
export async function sweepPurges(services: Services, runMillis = 40_000): Promise<void> {
  const until = services.clock() + runMillis;
  const { rows } = await services.store.query({
    from: purges.name,
    where: [['dueAt', '<=', Timestamp.fromMillis(services.clock())]],
    orderBy: [['dueAt', 'asc']],
    limit: perRun,
  });
  for (const row of rows) {
    if (services.clock() >= until) return;
    const turnEnd = Math.min(until, services.clock() + turnMillis);
    await (isAccount(row) ? purgeAccount(services, row, turnEnd) : purgeStorage(services, row as Row<StoragePurge>, turnEnd));
  }
}

function isAccount(row: Row<AccountPurge | StoragePurge>): row is Row<AccountPurge> {
  return row.data.kind === 'account';
}
