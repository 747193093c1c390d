import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged } from './suite/build.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { node, root } from './suite/paths.mjs';
import { UserError } from './suite/user-error.mjs';

/**
 * npm run bench                       the data API alone, beside Parse Server, LiveSync, then the Firestore server alone
 * npm run bench -- functions peers    one of them; what follows is passed on
 */
const benches = { functions: 'bench/functions/run.mjs', firestore: 'local/firestore/bench/run.mjs' };
const everything = [['functions', 'api'], ['functions', 'peers'], ['functions', 'livesync'], ['firestore']];

try {
  requireNode();
  installWhenNeeded(console.log);
  const [first, ...rest] = process.argv.slice(2);
  if (first && !benches[first]) throw new UserError(`There is no benchmark "${first}": use functions or firestore.`);
  await Promise.all(['functions', 'local/firestore'].map((name) => buildWhenChanged(name)));
  for (const [name, ...args] of first ? [[first, ...rest]] : everything) run(benches[name], args);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

function run(file, args) {
  if (!existsSync(join(root, file))) throw new UserError(`${file} does not exist.`);
  const env = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}` };
  const { status } = spawnSync(node, [join(root, file), ...args], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new UserError(`${file} failed, see above.`);
}
