// Deploys to a Firebase project: `npm run deploy -- --project <id>`; `npm run deploy -- --check` does all that needs no project.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkDeployment } from './deploy/check.mjs';
import { parametersOf } from './deploy/parameters.mjs';
import { waitForIndexes } from './deploy/wait-for-indexes.mjs';
import { firebaseCli, node, root } from './suite/paths.mjs';
import { UserError } from './suite/user-error.mjs';

const usage = `npm run deploy -- --project <id>   deploys to a project; its parameters are in functions/config/.env.<id>
npm run deploy -- --check          checks what would be deployed, without a project and without Google
npm run deploy -- --check --write  also replaces scripts/deploy/expected.json: read its difference before you commit it
npm run deploy -- --project <id> --ci  asks nothing, as a pipeline needs it`;

try {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean' },
      write: { type: 'boolean' },
      project: { type: 'string' },
      ci: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(usage);
  else if (!values.check && !values.project) throw new UserError(usage);
  else if (values.check) await checkDeployment({ writes: values.write === true, say: (text) => console.log(text) });
  else await deploy(values.project, values.ci === true);
} catch (error) {
  console.error(error instanceof UserError ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}

/** Code that asks for an index which is still being built fails, so indexes are first; rules and pages come last, when their functions serve. */
async function deploy(project, isCi) {
  const { PUBLIC_ORIGIN } = parametersOf(project);
  run('npm', ['run', 'check']);
  run('npm', ['run', 'build'], { PUBLIC_ORIGIN });
  await checkDeployment({ writes: false, say: (text) => console.log(text) });
  const silent = isCi ? ['--non-interactive', '--force'] : [];
  const firebase = (only) => run(node, [firebaseCli, 'deploy', '--project', project, '--only', only, ...silent]);
  firebase('firestore:indexes');
  await waitForIndexes(project, (text) => console.log(text));
  firebase('functions');
  firebase('firestore:rules,storage,hosting');
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new UserError(`${command} ${args.join(' ')} failed, see above.`);
}
