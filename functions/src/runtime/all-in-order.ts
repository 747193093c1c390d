import { log } from '../config/log.ts';

/**
 * Does all work, one after another: what fails keeps nothing back that follows.
 * @throws the first failure, at the end; the others are logged
 */
export async function allInOrder(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  const [first, ...others] = failures;
  for (const other of others) log.error('job.failed', {}, other);
  if (failures.length > 0) throw first;
}
