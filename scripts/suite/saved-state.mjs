import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectId } from './paths.mjs';

const owner = { authorization: 'Bearer owner' };
const metadataName = 'firebase-export-metadata.json';
const shortestPause = 1500;

/**
 * Accounts and files live in the memory and temporary files of firebase-tools, which keeps them only over a clean exit.
 * Here they are saved whenever they changed, so that a kill loses seconds at most. Documents have their own log.
 * The folder is in the CLI's import format; its metadata file is replaced last and at once.
 * Decision 002.
 * @param {{ dir: string, auth: string, storage: string }} options `dir` holds the saved state; the others are base URLs
 */
export function keepState({ dir, auth, storage }) {
  mkdirSync(dir, { recursive: true });
  const metadata = readMetadata(dir);
  const parts = [accountsAt(auth), filesAt(storage)].map((part) => ({ ...part, saved: null }));
  let timer;
  let running = Promise.resolve();

  async function saveOnce() {
    for (const part of parts) {
      const state = await part.read();
      const digest = createHash('sha256').update(state).digest('hex');
      if (digest === part.saved) continue;
      const path = `${part.name}-${Date.now()}`;
      mkdirSync(join(dir, path));
      await part.write(join(dir, path), state);
      metadata[part.name] = { version: metadata.version, path };
      writeMetadata(dir, metadata);
      part.saved = digest;
    }
  }

  function schedule(pause) {
    timer = setTimeout(() => {
      const started = Date.now();
      running = saveOnce().catch(() => {}); // the emulators may be stopping; the next save, or the last one, tells
      void running.then(() => timer && schedule(Math.max(shortestPause, (Date.now() - started) * 10)));
    }, pause);
  }
  schedule(shortestPause);

  return {
    /** Saves what is left. Call it while the emulators still run. */
    async finish() {
      clearTimeout(timer);
      timer = undefined;
      await running;
      await saveOnce();
    },
    abandon() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** @returns {boolean} whether `dir` can be given to `--import` */
export function hasSavedState(dir) {
  return existsSync(join(dir, metadataName));
}

function accountsAt(auth) {
  const url = `${auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`;
  return {
    name: 'auth',
    read: async () => (await get(url)).text(),
    write: async (path, accounts) => {
      const config = await get(`${auth}/emulator/v1/projects/${projectId}/config`);
      writeFileSync(join(path, 'config.json'), await config.text());
      writeFileSync(join(path, 'accounts.json'), accounts);
    },
  };
}

function filesAt(storage) {
  return {
    name: 'storage',
    read: async () => {
      const { items: buckets = [] } = await (await get(`${storage}/b`)).json();
      const lists = await Promise.all(buckets.map(({ id }) => get(`${storage}/storage/v1/b/${encodeURIComponent(id)}/o`)));
      return (await Promise.all(lists.map((list) => list.text()))).join('\n');
    },
    write: async (path) => {
      const headers = { ...owner, 'content-type': 'application/json' };
      await get(`${storage}/internal/export`, { method: 'POST', headers, body: JSON.stringify({ path, initiatedBy: 'bedplate' }) });
    },
  };
}

async function get(url, init = { headers: owner }) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

function readMetadata(dir) {
  const file = join(dir, metadataName);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { version: '15.0.0' };
}

function writeMetadata(dir, metadata) {
  const file = join(dir, metadataName);
  writeFileSync(`${file}.new`, JSON.stringify(metadata, null, 2));
  renameSync(`${file}.new`, file);
  const current = new Set([metadataName, ...Object.values(metadata).map((part) => part.path)]);
  for (const name of readdirSync(dir)) if (!current.has(name)) rmSync(join(dir, name), { recursive: true, force: true });
}
