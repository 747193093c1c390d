// Makes a registered person staff of the platform: `npm run make-superadmin -- <mail> --project <id>`.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { node, root } from './suite/paths.mjs';

const usage = `npm run make-superadmin -- <mail> --project <id>

The person has registered in the console and opened the link in the mail. Needs the operator's own Google login
(gcloud auth application-default login) with the role Cloud Datastore User on the project.
For a local copy set FIRESTORE_EMULATOR_HOST=127.0.0.1:8080 and take --project demo-bedplate.`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { project: { type: 'string' }, help: { type: 'boolean' } } });
const [email] = positionals;
if (values.help || !email || !values.project || positionals.length > 1) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  // The functions are TypeScript with syntax that Node only transforms when it is asked to.
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
  const { status } = spawnSync(node, [...flags, `${root}/functions/src/tools/make-superadmin.ts`, values.project, email], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
