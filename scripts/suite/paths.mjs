import { fileURLToPath } from 'node:url';

/** The repository's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Node 24 from the lock file, whatever the host has. */
export const node = `${root}/node_modules/.bin/node`;

export const firebaseCli = `${root}/node_modules/firebase-tools/lib/bin/firebase.js`;

export const projectId = 'demo-bedplate';
