import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';

const tempPrefix = 'bedplate-';
const tempDirNote = 'temp-dir';

/**
 * The folder that firebase-tools takes for the project. Each running copy has its own, because the CLI reads ports,
 * secrets and parameters from files and keeps logs and temporary files in places that two copies would share.
 * Decision 001.
 * @returns {{ dir: string, tempDir: string, refreshFunctions: () => void, remove: () => void }}
 */
export function stageProject({ ports, portOffset, secrets, params }) {
  const dir = join(root, '.bedplate', `run-${portOffset}`);
  removeLeftTemp(dir);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'functions'), { recursive: true });
  for (const file of ['firestore.rules', 'storage.rules', 'firestore.indexes.json']) symlinkSync(join(root, file), join(dir, file));
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  symlinkSync(join(root, 'web/dist'), join(dir, 'web'));
  if (existsSync(join(root, 'functions/node_modules')))
    symlinkSync(join(root, 'functions/node_modules'), join(dir, 'functions/node_modules'));
  writeFileSync(join(dir, 'placeholder.jar'), ''); // firebase-tools wants a file to hand to `java`
  writeFileSync(join(dir, 'firebase.json'), JSON.stringify(configFor(ports), null, 2));
  writeFileSync(join(dir, 'functions/.secret.local'), dotenv(secrets), { mode: 0o600 });
  writeFileSync(join(dir, 'functions/.env.local'), dotenv(params));
  // Short, because sockets live there and a socket's path has at most 104 characters on macOS.
  const tempDir = mkdtempSync(join(tmpdir(), tempPrefix));
  writeFileSync(join(dir, tempDirNote), tempDir);
  const refreshFunctions = () => {
    cpSync(join(root, 'functions/dist'), join(dir, 'functions'), { recursive: true });
    cpSync(join(root, 'functions/config/.env'), join(dir, 'functions/.env'));
  };
  refreshFunctions();
  return { dir, tempDir, refreshFunctions, remove: () => rmSync(tempDir, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A killed run could not remove its temporary files. */
function removeLeftTemp(dir) {
  const note = join(dir, tempDirNote);
  if (!existsSync(note)) return;
  const left = readFileSync(note, 'utf8');
  if (basename(left).startsWith(tempPrefix)) rmSync(left, { recursive: true, force: true });
}

/** The repository's firebase.json with staged paths and this copy's ports. */
export function configFor(ports) {
  const config = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));
  // Secrets and parameters lie beside the code; only a deployment keeps them elsewhere.
  const functions = config.functions.map((codebase) => ({ ...codebase, source: 'functions', configDir: undefined }));
  const emulators = Object.fromEntries(
    Object.entries(config.emulators).map(([name, setting]) => [name, setting.port ? { ...setting, port: ports[name] } : setting]),
  );
  return withStandIn({ ...config, functions, emulators, hosting: { ...config.hosting, public: 'web' } }, ports.stripe);
}

/** Pages of this copy may talk to its emulators, and load the card form's script from the stand-in; the deployed ones list hosts alone. */
function withStandIn(config, port) {
  const loopback = 'http://127.0.0.1';
  const local = [
    ["script-src 'self'", `${loopback}:${port}`],
    ["img-src 'self'", `${loopback}:*`],
    ["connect-src 'self'", `${loopback}:*`],
  ];
  const text = local.reduce((policy, [rule, also]) => policy.replaceAll(rule, `${rule} ${also}`), JSON.stringify(config));
  return JSON.parse(text);
}

function dotenv(values) {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}\n`)
    .join('');
}
