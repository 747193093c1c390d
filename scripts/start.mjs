import { demoAccounts, demoPassword } from './demo/accounts.mjs';
import { startDevelopment } from './suite/development.mjs';
import { failure } from './suite/failure.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { readOptions, usage } from './suite/options.mjs';
import { startSuite } from './suite/suite.mjs';
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
  const interrupt = new AbortController();
  // A second Ctrl-C changes nothing: the stop is bounded.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupt.abort());
  installWhenNeeded(say);
  const { seedDemo } = await import('./demo/seed.mjs'); // needs packages, which were perhaps just installed
  say('Starting …');
  const suite = await startSuite({ ...options, say, signal: interrupt.signal, onLine: options.dev ? showFunctionLog : undefined });
  try {
    const site = options.dev ? await startDevelopment(suite, say) : suite.addresses.web;
    const seeded = options.seed && (await seedDemo(suite.addresses).catch((error) => tellOfDemo(error, suite)));
    if (seeded) say('Wrote the demo.');
    say(`Ready at ${site}`);
    printAddresses(site, suite.addresses, options);
    const reason = await Promise.race([interrupted(interrupt.signal), suite.exited]);
    if (reason) console.error(`\n${reason}`);
    else say('Stopping …');
    process.exitCode = reason ? 1 : 0;
  } finally {
    await suite.stop();
  }
  process.exit();
}

/** @throws {UserError} with what the server says */
function tellOfDemo({ message }, { logFile }) {
  throw failure(`The demo could not be written: ${message}`, logFile);
}

function printAddresses(site, { web, inbox, oidc }, { seed, dataDir }) {
  const accounts = Object.values(demoAccounts).map(({ email }) => `                    ${email}`);
  const demo = ['', `  Demo accounts, all with the password ${demoPassword}:`, ...accounts];
  console.log(
    [
      '',
      `  Console           ${site}`,
      `  Data API          ${web}/api`,
      `  Mail inbox        ${inbox}`,
      `  Sign-in provider  ${oidc}`,
      `  Data              ${dataDir}`,
      ...(seed ? demo : []),
      '',
    ].join('\n'),
  );
  console.log('  Ctrl-C stops everything; the data stays.\n');
}

function showFunctionLog(line) {
  if (/^\S*>\s/.test(line) || /⚠|functions: (?:Error|Loaded)/.test(line)) console.log(line);
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
