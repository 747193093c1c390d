import { once } from 'node:events';
import { createServer } from 'node:net';
import { UserError } from './user-error.mjs';

const basePorts = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  auth: 9099,
  storage: 9199,
  hub: 4400,
  logging: 4500,
  inbox: 1080,
  smtp: 1025,
  oidc: 1090,
  stripe: 12111,
  vite: 5173,
};

const what = {
  hosting: 'web and APIs',
  functions: 'functions',
  firestore: 'Firestore',
  auth: 'Auth',
  storage: 'Storage',
  hub: 'emulator hub',
  logging: 'emulator log',
  inbox: 'mail inbox',
  smtp: 'SMTP',
  oidc: 'sign-in provider',
  stripe: 'card payments',
  vite: 'hot reload',
};

/** @returns {{ ports: typeof basePorts, web: string, inbox: string, oidc: string, stripe: string, hub: string, auth: string, storage: string, functions: string, firestoreHost: string, inboxHost: string }} */
export function addressesAt(portOffset) {
  const ports = Object.fromEntries(Object.entries(basePorts).map(([name, port]) => [name, port + portOffset]));
  return {
    ports,
    web: url(ports.hosting),
    vite: url(ports.vite),
    inbox: url(ports.inbox),
    oidc: url(ports.oidc),
    stripe: url(ports.stripe),
    hub: url(ports.hub),
    auth: url(ports.auth),
    storage: url(ports.storage),
    functions: url(ports.functions),
    firestoreHost: `127.0.0.1:${ports.firestore}`,
    inboxHost: `127.0.0.1:${ports.inbox}`,
  };
}

/** @throws {UserError} that names every port in use and the cure */
export async function requireFreePorts(ports) {
  let taken = await takenPorts(ports);
  // A copy that was killed needs a moment to take its processes down.
  for (let tries = 0; taken.length && tries < 10; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    taken = await takenPorts(ports);
  }
  if (!taken.length) return;
  const list = taken.map((name) => `${ports[name]} (${what[name]})`).join(', ');
  throw new UserError(
    `${taken.length > 1 ? 'Ports' : 'Port'} ${list} in use by another program, perhaps another copy of Bedplate: stop it, or take other ports with \`npm start -- --port-offset 20000\`.`,
  );
}

/** A process that takes an offset listens on its port from this one on as long as it runs, so that no other one takes it meanwhile. */
const claimsFrom = 3000;
const claims = new Map();

/** @returns the first offset from 10000 whose ports are all free; steps of 7 keep two suites off each other's ports */
export async function freeOffset() {
  for (let offset = 10_000; offset < 10_098; offset += 7) {
    if ((await isClaimed(offset)) && !(await takenPorts(addressesAt(offset).ports)).length) return offset;
  }
  throw new UserError('No free ports between 11025 and 19300: stop other copies of the test suite first.');
}

async function isClaimed(offset) {
  if (claims.has(offset)) return true;
  const server = createServer((socket) => socket.destroy()).listen({ port: claimsFrom + offset, host: '127.0.0.1', exclusive: true });
  const isOurs = await new Promise((resolve) => server.once('listening', () => resolve(true)).once('error', () => resolve(false)));
  if (isOurs) claims.set(offset, server.unref());
  return isOurs;
}

/** @returns {Promise<number>} a port that nothing listens on */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function takenPorts(ports) {
  const names = Object.keys(ports);
  const free = await Promise.all(names.map((name) => isFree(ports[name])));
  return names.filter((_, i) => !free[i]);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function url(port) {
  return `http://127.0.0.1:${port}`;
}
