import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface BenchedServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
  /** Resident memory in MiB. */
  readonly rss: () => number;
  /** From the start of the process to its port being open. */
  readonly millis: number;
}

/** Starts the built command line as its own process, as its users do. */
export async function startServer(args: readonly string[] = []): Promise<BenchedServer> {
  const port = 18_000 + Math.floor(Math.random() * 2000);
  const begun = performance.now();
  const child = spawn(join(process.cwd(), 'bin/local-firestore.mjs'), ['firestore', '--port', String(port), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isOpen(port))) await new Promise((resolve) => setTimeout(resolve, 2));
  return {
    port,
    millis: performance.now() - begun,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);
  socket.destroy();
  return open;
}
