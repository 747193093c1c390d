#!/usr/bin/env node
/**
 * Compares the rules engine with verdicts that production gave, as recorded by github.com/davideast/pyric
 * (Apache-2.0, packages/conformance). Their sources stay outside of this repository.
 *
 *   node test/judges/pyric.mjs <checkout of davideast/pyric>
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const checkout = process.argv[2];
if (!checkout || !existsSync(join(checkout, 'packages/conformance'))) {
  console.log('pyric: skipped. Give the path of a checkout of github.com/davideast/pyric.');
  process.exit(0);
}
const conformance = resolve(checkout, 'packages/conformance');
const engine = await loadEngine();
const tally = { passed: 0, failed: 0, skipped: 0 };

/** Errors of the recording API itself, recognised by their message. */
const artefacts = [
  [/Property (id|__name__) is undefined/, 'the Rules Test API has no resource.id and no resource.__name__'],
  [
    /Null value error|resource == null|Property resource is undefined/,
    'the Rules Test API makes a missing resource an error where the services have null',
  ],
  [/Property auth is undefined/, 'the Rules Test API makes a missing caller an error where the services have null'],
  [/Name: \[(get|exists|getAfter|existsAfter)\]/, 'the Rules Test API has no database, only mocks'],
  [
    /three distinct documents/,
    'the Rules Test API does not enforce the limit of 2 that the real service denies at (realstorage-p3-lookup-budget: three)',
  ],
];

await judgeCorpus('firestore', firestoreSubject);
await judgeCorpus('storage', storageSubject);
await judgeConstructs();
judgeSources();
console.log(`pyric: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.passed >= 0.98 * (tally.passed + tally.failed) ? 0 : 1;

async function loadEngine() {
  const directory = mkdtempSync(join(tmpdir(), 'rules-judge-'));
  const outfile = join(directory, 'engine.mjs');
  const rules = resolve(import.meta.dirname, '../../src/rules');
  const contents = ['compile.ts', 'evaluate/lookups.ts', 'evaluate/subject.ts', 'values/value.ts', '../model/value.ts']
    .map((file) => `export * from ${JSON.stringify(join(rules, file))};`)
    .join('\n');
  await build({ stdin: { contents, resolveDir: rules }, bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function judgeCorpus(service, toSubject) {
  const directory = join(conformance, 'rules-corpus', service);
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.ts') && !['index.ts', 'load.ts', 'types.ts'].includes(name))) {
    const { scenario } = await import(pathToFileURL(join(directory, file)).href);
    const id = basename(file, '.ts');
    const observation = JSON.parse(readFileSync(join(conformance, `observations/${service}-rules/rules-${service}-${id}.json`), 'utf8'));
    for (const testCase of scenario.cases) {
      const notes = (observation.diagnostics?.[testCase.description]?.notes ?? []).join(' ');
      report(
        `${service}/${id}: ${testCase.description}`,
        observation.behavior[testCase.description],
        decide(scenario.rules, testCase, toSubject),
        notes,
      );
    }
  }
}

async function judgeConstructs() {
  const { resolveFirestoreConstructProbe } = await import(
    pathToFileURL(join(conformance, 'src/firestore-rules-capability-probes.ts')).href
  );
  const evidence = JSON.parse(readFileSync(join(conformance, 'rules-language/firestore-acceptance-evidence.json'), 'utf8'));
  for (const construct of evidence.constructs) {
    const probe = resolveFirestoreConstructProbe(construct);
    if (construct.status === 'unprobeable' || 'unprobeable' in probe) {
      tally.skipped += 1;
      continue;
    }
    report(
      `construct ${construct.id}`,
      construct.actualDecision ?? 'DENY',
      decide(probe.rules, probe.cases[0], firestoreSubject),
      construct.probeNote ?? '',
    );
  }
}

/** Whole files that production takes or refuses. */
function judgeSources() {
  const directory = join(checkout, 'packages/pyric/test/rules/corpus');
  if (!existsSync(directory)) return;
  for (const kind of ['valid', 'edge-cases', 'invalid']) {
    for (const file of readdirSync(join(directory, kind)).filter((name) => name.endsWith('.rules'))) {
      const { ruleset, issues } = engine.compileRules(readFileSync(join(directory, kind, file), 'utf8'));
      const expected = kind === 'invalid' ? 'REFUSED' : 'COMPILED';
      // Case 008 refuses a service that its own tool does not lint; production takes it.
      const notes = file.startsWith('008-wrong-service') ? 'service' : '';
      if (notes) tally.skipped += 1;
      else report(`source ${kind}/${file}`, expected, ruleset ? 'COMPILED' : 'REFUSED', '', issues);
    }
  }
}

function decide(rules, testCase, toSubject) {
  const { ruleset, issues } = engine.compileRules(rules);
  if (!ruleset) return `not compiled: ${issues.map(({ line, description }) => `${line}: ${description}`).join('; ')}`;
  const limit = ruleset.service === 'firebase.storage' ? 2 : 10;
  const verdict = ruleset.decide([toSubject(testCase)], new engine.Lookups(mockDatabase(testCase), limit));
  return verdict.allowed ? 'ALLOW' : 'DENY';
}

function report(name, expected, actual, notes = '') {
  if (expected === actual) tally.passed += 1;
  else {
    const artefact = artefacts.find(([pattern]) => pattern.test(`${name} ${notes}`));
    tally[artefact ? 'skipped' : 'failed'] += 1;
    console.log(
      `${artefact ? 'skip' : 'FAIL'} ${name}: production ${expected}, here ${actual}${artefact ? ` (${artefact[1]})` : ` ${notes}`}`,
    );
  }
}

function firestoreSubject({ method, path, auth, data, resource, requestTime, query }) {
  const segments = ['databases', '(default)', 'documents', ...path.split('/').filter(Boolean)];
  const document = (fields) => fields && value({ data: fields }, { id: segments.at(-1), __name__: new engine.RulePath(segments) });
  const request = requestValue({ auth, method, path: segments, time: requestTime });
  request.set('resource', document(data) ?? null);
  if (query) request.set('query', value(query));
  return { method, path: segments, request, resource: document(resource) ?? null };
}

function storageSubject({ method, path, bucket = 'demo-pyric.appspot.com', auth, resource, existingResource, requestTime }) {
  const segments = ['b', bucket, 'o', ...path.split('/').filter(Boolean)];
  const request = requestValue({ auth, method, path: segments, time: requestTime });
  request.set('resource', resource ? storageObject(resource) : null);
  return { method, path: segments, request, resource: existingResource ? storageObject(existingResource) : null };
}

function storageObject(fields) {
  const times = ['timeCreated', 'updated'].filter((name) => typeof fields[name] === 'string');
  return value(fields, Object.fromEntries(times.map((name) => [name, timestamp(fields[name])])));
}

function requestValue({ auth, method, path, time }) {
  const caller = auth ? value({ token: {}, ...auth }) : null;
  return new Map([
    ['auth', caller],
    ['method', method],
    ['path', new engine.RulePath(path)],
    ['time', timestamp(time ?? new Date().toISOString())],
  ]);
}

function value(json, more = {}) {
  return new Map([...engine.ruleValueOfJson(json), ...Object.entries(more)]);
}

function timestamp(text) {
  return engine.Timestamp.fromMicros(Date.parse(text) * 1000);
}

/** The documents that a case mocks, and the written document for getAfter(). */
function mockDatabase({ functionMocks = [], path, data, method }) {
  const mocked = new Map();
  for (const { path: name, result } of functionMocks) {
    const isExistence = typeof result === 'boolean';
    if (result !== false && !(isExistence && mocked.has(normalize(name))))
      mocked.set(normalize(name), document(name, isExistence ? {} : result));
  }
  const after = (name) =>
    name === normalize(path) && data && method !== 'delete'
      ? document(name, data)
      : name === normalize(path) && method === 'delete'
        ? undefined
        : mocked.get(name);
  return { projectId: 'demo', databaseId: '(default)', get: (name) => mocked.get(name), getAfter: after };
}

function normalize(path) {
  return path.replace(/^\/?(databases\/\(default\)\/documents\/)?/, '');
}

function document(path, fields) {
  const time = timestamp('2024-01-01T00:00:00Z');
  return { path: normalize(path), fields: value(fields), createTime: time, updateTime: time };
}
