import { startSuite } from './suite/suite.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { readOptions, usage } from './suite/options.mjs';
import { UserError } from './suite/user-error.mjs';

const started = Date.now();

try {
  requireNode();
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await start(options);
} catch (error) {
  console.error(error instanceof UserError ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}

async function start(options) {
  installWhenNeeded(say);
  const interrupt = new AbortController();
  // A second Ctrl-C changes nothing: the stop is bounded.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupt.abort());
  const suite = await startSuite({ ...options, say, signal: interrupt.signal });
  say(`Ready at ${suite.addresses.web}`);
  const reason = await Promise.race([interrupted(interrupt.signal), suite.exited]);
  if (reason) console.error(`\n${reason}`);
  else say('Stopping …');
  await suite.stop();
  process.exit(reason ? 1 : 0);
}

function interrupted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null));
  });
}

function say(text) {
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}`);
}
