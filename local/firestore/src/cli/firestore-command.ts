import { existsSync, readFileSync } from 'node:fs';
import type { IndexConfig } from '../indexes/index-config.ts';
import { startFirestore } from '../server.ts';
import { portFlag, readFlags, UsageError } from './flags.ts';
import { findIndexesFile } from './indexes-file.ts';

/** Taken and ignored, for the flags of the official emulator are passed by firebase-tools or typed from habit. */
const ignored = [
  'websocket-port',
  'webchannel-port',
  'database-edition',
  'database-mode',
  'single-project-mode-error',
  'export-name',
  'export-on-exit',
  'index-file',
  'require-indexes',
  'licenses',
  'version',
  'testing',
];
const known = new Set([
  ...ignored,
  'host',
  'port',
  'rules',
  'project-id',
  'seed-from-export',
  'import-data',
  'functions-emulator',
  'single-project-mode',
  'data-dir',
  'index-mode',
  'indexes',
  'salvage',
  'lock-wait-ms',
  'state-file',
  'parent-pid',
]);

/** Starts the Firestore server and runs until a signal or a request ends it. */
export async function firestoreCommand(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, new Set(['salvage', 'require-indexes', 'testing']));
  for (const name of flags.keys()) if (!known.has(name)) throw new UsageError(`Unknown flag --${name}. Try --help.`);
  const host = flags.get('host') ?? '127.0.0.1';
  const rulesFile = flags.get('rules');
  const server = await startFirestore({
    host,
    port: portFlag(flags, 'port', 8080),
    ...(rulesFile !== undefined && { rules: readText(rulesFile, '--rules') }),
    ...defined('projectId', flags.get('project-id')),
    ...defined('dataDir', flags.get('data-dir') ?? process.env.LOCAL_FIRESTORE_DATA_DIR),
    ...defined('seed', flags.get('seed-from-export') ?? flags.get('import-data')),
    ...defined('functions', flags.get('functions-emulator')),
    ...defined('stateFile', flags.get('state-file')),
    indexMode: indexMode(flags.get('index-mode') ?? process.env.LOCAL_FIRESTORE_INDEX_MODE ?? 'strict'),
    ...readIndexes(flags.get('indexes') ?? process.env.LOCAL_FIRESTORE_INDEXES),
    ...lockWait(flags.get('lock-wait-ms') ?? process.env.LOCAL_FIRESTORE_LOCK_WAIT_MS),
    salvage: flags.has('salvage'),
    onShutdown: () => void end(),
  });
  for (const { line, column, description } of server.issues) console.error(`${rulesFile}:${line}:${column} - ${description}`);
  console.log(`API endpoint: ${server.url}`);
  console.log(
    `If you are using a library that supports the FIRESTORE_EMULATOR_HOST environment variable, run:\n\n   export FIRESTORE_EMULATOR_HOST=${host}:${server.port}\n`,
  );
  console.log('Dev App Server is now running.');

  let ending = false;
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    // The log is flushed by stop(); nothing else may hold up the exit.
    setTimeout(() => process.exit(0), 3000).unref();
    await server.stop();
    process.exit(0);
  }
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  followParents(flags.get('parent-pid'), () => void end());
}

/** A detached process gets no signal when its parent is killed. */
function followParents(grandparent: string | undefined, end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || (grandparent !== undefined && !isAlive(Number(grandparent)))) end();
  }, 1000).unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function indexMode(text: string): 'strict' | 'permissive' {
  if (text === 'strict' || text === 'permissive') return text;
  throw new UsageError(`The index mode must be "strict" or "permissive", not "${text}".`);
}

function lockWait(text: string | undefined): { readonly lockWaitMs?: number } {
  if (text === undefined) return {};
  const lockWaitMs = Number(text);
  if (!(lockWaitMs >= 0 && lockWaitMs <= 60_000)) throw new UsageError(`The lock wait must be 0 to 60000 milliseconds, not "${text}".`);
  return { lockWaitMs };
}

function readIndexes(path: string | undefined): { readonly indexes?: IndexConfig } {
  const file = path ?? findIndexesFile(process.cwd());
  if (file === undefined) return {};
  try {
    const indexes: IndexConfig = JSON.parse(readText(file, 'the indexes'));
    return { indexes };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The indexes in ${file} are not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readText(path: string, what: string): string {
  if (!existsSync(path)) throw new UsageError(`The file for ${what} does not exist: ${path}`);
  return readFileSync(path, 'utf8');
}

function defined<K extends string>(name: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined || value === '' ? {} : ({ [name]: value } as { readonly [P in K]: string });
}
