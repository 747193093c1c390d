import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenChanged } from './suite/build.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { node, root } from './suite/paths.mjs';
import { UserError } from './suite/user-error.mjs';

/**
 * npm run seed:large -- --data=<folder> [--users=200000 --projects=100000 --visits=2000000 --messages=20000]
 * Writes a platform of many accounts into a new data folder, for `npm start -- --empty --data <folder>`.
 */
try {
  requireNode();
  installWhenNeeded(console.log);
  await buildWhenChanged('functions');
  const env = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}`, NODE_OPTIONS: '--max-old-space-size=8192' };
  const { status } = spawnSync(node, [join(root, 'bench/functions/run.mjs'), 'seed', ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new UserError('Nothing was written, see above.');
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
