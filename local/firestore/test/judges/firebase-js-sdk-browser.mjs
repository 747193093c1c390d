// Runs the web SDK's integration tests in Chromium against this emulator: WebChannel, fetch and IndexedDB instead of gRPC.
//   node firebase-js-sdk-browser.mjs CHECKOUT [PATTERN]
// CHECKOUT is the one of firebase-js-sdk.mjs; PATTERN chooses cases by their title. Without a checkout or a Chromium the judge is skipped.
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { startServer } from './server.mjs';
import { terraformIndexes } from './terraform-indexes.mjs';

const [checkout, pattern] = process.argv.slice(2);
const firestore = checkout && resolve(checkout, 'packages/firestore');
const mocha = checkout && resolve(checkout, 'node_modules/mocha/mocha.js');
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!firestore || !existsSync(firestore) || !existsSync(mocha)) {
  console.log('Skipped: no checkout of firebase-js-sdk with its dependencies was given.');
  process.exit(0);
}
if (!existsSync(executablePath)) {
  console.log('Skipped: no Chromium; CHROMIUM_PATH names one.');
  process.exit(0);
}
/**
 * Some cases leave a client open, such as "can start a new instance after shut down". Over HTTP/2, as in production, that costs
 * nothing; over HTTP/1.1 a page has six connections to a server, of which every client holds two.
 */
const endLeftClients = `
import { Firestore } from './src/index';
const opened = new Set();
const { _setSettings } = Firestore.prototype;
Firestore.prototype._setSettings = function (settings) {
  opened.add(this);
  return _setSettings.call(this, settings);
};
afterEach(async () => {
  await Promise.all([...opened].map((client) => client._delete()));
  opened.clear();
});`;
/** A whole run takes two to three minutes. */
const limitMinutes = 15;

const indexes = join(mkdtempSync(join(tmpdir(), 'judge-')), 'firestore.indexes.json');
writeFileSync(indexes, JSON.stringify(terraformIndexes(firestore)));

const emulator = await startServer(['--indexes', indexes, '--host', 'localhost']);
const site = await serve({
  '/': ['text/html; charset=utf-8', page()],
  '/mocha.js': ['text/javascript', readFileSync(mocha)],
  '/suite.js': ['text/javascript', await bundle(emulator.port)],
});
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-proxy-server'],
});
const { stats, failures } = await run();
await browser.close();
site.close();
emulator.stop();

for (const { title, message } of failures) console.log(`- ${title}\n    ${message.split('\n')[0]}`);
console.log(`firebase-js-sdk browser: ${stats.passes} passed, ${stats.failures} failed, ${stats.pending} skipped by the suite`);
process.exit(stats.failures > 0 || stats.passes === 0 ? 1 : 0);

async function run() {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => console.log(`The page said: ${error.message}`));
  if (process.env.VERBOSE) tab.on('console', (message) => message.text().startsWith('judge: ') && console.log(message.text()));
  await tab.goto(`http://localhost:${site.address().port}/`);
  await tab.waitForFunction(() => globalThis.outcome?.ended, undefined, { timeout: limitMinutes * 60_000, polling: 500 });
  return tab.evaluate(() => globalThis.outcome);
}

/** The suite's karma configuration: one page with all tests in it, 20 s for each; ours tries each once. */
function page() {
  return `<!doctype html><title>firebase-js-sdk</title><div id="mocha"></div><script src="/mocha.js"></script>
<script>
  globalThis.__karma__ = { config: { targetBackend: 'emulator' } };
  globalThis.global = globalThis;
  mocha.setup({ ui: 'bdd', timeout: 20000, reporter: function () {}, checkLeaks: false${pattern ? `, grep: ${JSON.stringify(pattern)}` : ''} });
</script>
<script src="/suite.js"></script>
<script>
  const runner = mocha.run();
  const failures = [];
  for (const event of ['pass', 'fail']) runner.on(event, (test) => console.log('judge: ' + event + ' ' + test.duration + ' ms ' + test.fullTitle()));
  runner.on('fail', (test, error) => failures.push({ title: test.fullTitle(), message: String(error.message ?? error) }));
  runner.on('end', () => { globalThis.outcome = { ended: true, stats: runner.stats, failures }; });
</script>`;
}

/** As the suite's webpack configuration does: sources of the browser's platform, one script. */
async function bundle(port) {
  const files = ['api', 'api_internal', 'remote', 'browser'].flatMap((folder) => {
    const directory = join(firestore, 'test/integration', folder);
    return readdirSync(directory)
      .filter((name) => name.endsWith('.test.ts'))
      .sort()
      .map((name) => join(directory, name));
  });
  const { outputFiles } = await build({
    stdin: {
      contents: [...[join(firestore, 'src/index.ts'), ...files].map((file) => `import ${JSON.stringify(file)};`), endLeftClients].join(
        '\n',
      ),
      resolveDir: firestore,
    },
    bundle: true,
    write: false,
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    nodePaths: [resolve(checkout, 'node_modules')],
    define: {
      'process.env': JSON.stringify({ FIRESTORE_TARGET_BACKEND: 'emulator', FIRESTORE_EMULATOR_PORT: String(port) }),
      'process.argv': '[]',
      'process.stdout': 'undefined',
    },
    plugins: [browserPlatform(), projectConfig()],
  });
  // A few cases call getFirestore() without saying which server.
  const defaults = `globalThis.__FIREBASE_DEFAULTS__ = ${JSON.stringify({ emulatorHosts: { firestore: `localhost:${port}` } })};\n`;
  return defaults + outputFiles[0].text;
}

/** `platform/x.ts` chooses the platform when it runs; in a page it is always the browser's. */
function browserPlatform() {
  return {
    name: 'browser-platform',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/platform\/[^./]+(\.ts)?$/ }, ({ path, importer }) => {
        const [, folder, name] = /^(.*\/platform)\/([^./]+)/.exec(path);
        const file = resolve(dirname(importer), folder, 'browser', `${name}.ts`);
        return existsSync(file) ? { path: file } : undefined;
      }),
  };
}

/** The suite's description of the project it runs in. In a browser, Auth wants a key as well. */
function projectConfig() {
  const contents = JSON.stringify({ projectId: 'demo-x', apiKey: 'fake-api-key' });
  return {
    name: 'project-config',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /\/config\/project\.json$/ }, ({ path }) => ({ path, namespace: 'project-config' }));
      onLoad({ filter: /./, namespace: 'project-config' }, () => ({ contents, loader: 'json' }));
    },
  };
}

async function serve(files) {
  const server = createServer((request, response) => {
    const [type, body] = files[new URL(request.url, 'http://localhost').pathname] ?? [];
    if (type) response.setHeader('content-type', type).end(body);
    else response.writeHead(404).end();
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}
