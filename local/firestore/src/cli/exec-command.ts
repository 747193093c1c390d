import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from './flags.ts';

/** Runs a command, such as `firebase emulators:start`, that finds this emulator where it looks for Java and its JARs. */
export async function execCommand(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (command === undefined) throw new UsageError('Usage: local-firestore exec -- COMMAND …');
  const directory = mkdtempSync(join(tmpdir(), 'local-firestore-'));
  // firebase-tools wants a file that it owns and may chmod.
  const placeholder = join(directory, 'placeholder.jar');
  writeFileSync(placeholder, '');
  chmodSync(placeholder, 0o755);
  const child = spawn(command, rest, {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(import.meta.dirname, '..', 'bin')}${delimiter}${process.env.PATH ?? ''}`,
      LOCAL_FIRESTORE_NODE: process.execPath,
      FIRESTORE_EMULATOR_BINARY_PATH: placeholder,
      STORAGE_EMULATOR_BINARY_PATH: placeholder,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => rmSync(directory, { recursive: true, force: true }));
  process.exit(code);
}
