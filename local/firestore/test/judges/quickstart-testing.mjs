// Runs Firebase's sample of security rules tests against this emulator, with vitest in place of jest.
//   node quickstart-testing.mjs CHECKOUT
// CHECKOUT is github.com/firebase/quickstart-testing; its packages are those of this repository. Without a checkout the judge is skipped.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from './server.mjs';

const [checkout] = process.argv.slice(2);
const sample = checkout && resolve(checkout, 'unit-test-security-rules-v9');
if (!sample || !existsSync(join(sample, 'test/firestore.spec.ts'))) {
  console.log('Skipped: no checkout of quickstart-testing was given.');
  process.exit(0);
}

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'judge-'));
cpSync(sample, directory, { recursive: true });
symlinkSync(modules, join(directory, 'node_modules'));
writeFileSync(
  join(directory, 'vitest.config.mjs'),
  "export default { resolve: { alias: { '@jest/globals': 'vitest' } }, test: { include: ['test/firestore.spec.ts'], testTimeout: 20000 } };",
);
const server = await startServer();
const output = join(directory, 'result.json');
const ended = spawnSync(join(modules, '.bin/vitest'), ['run', '--reporter', 'json', '--outputFile', output], {
  cwd: directory,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { ...process.env, FIRESTORE_EMULATOR_HOST: `127.0.0.1:${server.port}` },
});
server.stop();
if (!existsSync(output)) throw new Error(`The suite did not finish:\n${ended.stderr}`);
const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(output, 'utf8'));
rmSync(directory, { recursive: true, force: true });
for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults)) {
  if (status === 'failed') console.log(`- ${fullName}\n    ${String(failureMessages[0]).split('\n')[0]}`);
}
console.log(`quickstart-testing: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped by the suite`);
process.exit(numFailedTests > 0 || numPassedTests === 0 ? 1 : 0);
