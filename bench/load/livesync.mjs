import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * LiveSync under load, on servers of its own: 1,000 subscribers over 100 storages at 50 writes a second, then with all connections
 * dropped every ten seconds. Ends with 1 when a change was lost or came out of order.
 *
 *   node bench/load/livesync.mjs [--subscribers=1000] [--storages=100] [--writes=50] [--seconds=20] [--reconnects=3] [--reconnect-every=10]
 */
const bench = join(import.meta.dirname, '../functions/run.mjs');
process.exitCode = spawnSync(process.execPath, [bench, 'livesync', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
