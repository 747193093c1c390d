import type { CommitResult, Database, TransactionId } from '../store/engine.ts';
import type { Write } from '../model/write.ts';
import { authorizeWrites } from './authorize.ts';
import type { Call } from './call.ts';

/** Commits writes on behalf of the caller: rules first, then billing. */
export async function runCommit(
  call: Call,
  { database, writes, transaction }: { database: Database; writes: readonly Write[]; transaction?: TransactionId },
): Promise<CommitResult> {
  const rules = authorizeWrites(call, database);
  const result = await database.commit(writes, {
    transaction,
    cancelled: call.cancelled,
    authorize: (changes, time, after) => {
      rules?.(changes, time, after);
      for (const change of changes) {
        const version = change.after ?? change.before;
        if (version) call.backend.attribute(version, call.caller);
      }
    },
  });
  for (const write of writes) {
    if (write.kind === 'update') call.billed.writes++;
    else if (write.kind === 'delete') call.billed.deletes++;
  }
  return result;
}
