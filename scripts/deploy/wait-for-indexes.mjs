import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { firebaseCli, node, root } from '../suite/paths.mjs';
import { UserError } from '../suite/user-error.mjs';

const everyMillis = 15_000;
const longestMillis = 6 * 3600_000;

/**
 * Waits until no index of a project is being built: a query whose index is not ready fails with FAILED_PRECONDITION.
 * @throws {UserError} when the CLI cannot list them, when one is broken, or after six hours
 */
export async function waitForIndexes(project, say) {
  for (const end = Date.now() + longestMillis; Date.now() < end; await pause(everyMillis)) {
    const { building, broken } = statesIn(listOf(project));
    if (broken > 0) throw new UserError(`${broken} indexes need repair: see Firestore, Indexes in the console of ${project}.`);
    if (building === 0) return;
    say(`${building} indexes are being built …`);
  }
  throw new UserError('The indexes were not ready after six hours.');
}

/** @param text as `firebase firestore:indexes --pretty` prints it: `[CREATING] (records) -- (owner,ASCENDING) …` */
export function statesIn(text) {
  const count = (state) => text.split(`[${state}]`).length - 1;
  return { building: count('CREATING'), broken: count('NEEDS_REPAIR') };
}

function listOf(project) {
  const { status, stdout, stderr } = spawnSync(node, [firebaseCli, 'firestore:indexes', '--pretty', '--project', project], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  if (status !== 0) throw new UserError(`firebase firestore:indexes failed:\n${stderr || stdout}`);
  return stdout;
}
