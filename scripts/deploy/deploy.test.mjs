import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { differences } from './check.mjs';
import { problemsOfHosting, problemsOfIndexes, problemsOfRules } from './check-files.mjs';
import { problemsOfParameters } from './parameters.mjs';
import { rulesCost } from './rules-cost.mjs';
import { node, root } from '../suite/paths.mjs';
import { statesIn } from './wait-for-indexes.mjs';

const rules = (condition, functions = '') => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /notes/{id} { allow get: if ${condition}; }
  }
}`;
const document = (id) => `get(/databases/$(database)/documents/a/${id}).data.x == 1`;
const documents = (count) => Array.from({ length: count }, (_, at) => document(`d${at}`)).join(' && ');

test('a value that differs from the table is named with both values, and one that is missing too', () => {
  const table = { functions: { api: { secrets: ['A', 'B'], timeoutSeconds: 900 } } };
  expect(differences(table, structuredClone(table))).toEqual([]);
  expect(differences(table, { functions: { api: { secrets: ['A'], timeoutSeconds: 900 } } })).toEqual([
    'functions.api.secrets is ["A"], expected.json says ["A","B"].',
  ]);
  expect(differences(table, { functions: {} })).toHaveLength(1);
  expect(differences({ functions: {} }, table)).toHaveLength(1);
});

test('rules may read ten documents in a request, counted through functions, the same one once', () => {
  expect(problemsOfRules('rules', 10, rules(documents(10)))).toEqual([]);
  expect(problemsOfRules('rules', 10, rules(documents(11)))).toEqual([expect.stringContaining('up to 11 documents')]);
  const functions = `function open() { return ${documents(11)}; }`;
  expect(problemsOfRules('rules', 10, rules('open()', functions))).toEqual([expect.stringContaining('up to 11 documents')]);
  expect(rulesCost(rules(`${document('d0')} && ${document('d0')}`))).toMatchObject([
    { at: '/databases/{database}/documents/notes/{id}: get', lookups: 1 },
  ]);
});

test('rules may evaluate a thousand expressions in a request', () => {
  const many = Array.from({ length: 9 }, () => 'wide()').join(' && ');
  const functions = `function wide() { return ${Array.from({ length: 60 }, () => '1 == 1').join(' && ')}; }`;
  expect(problemsOfRules('rules', 10, rules(many, functions))).toEqual([expect.stringContaining('a request may evaluate 1000')]);
  expect(problemsOfRules('rules', 10, rules('wide()', functions))).toEqual([]);
});

test('rules that do not compile are told with their place', () => {
  expect(problemsOfRules('rules', 10, rules('nothing.here(')).join()).toMatch(/^rules:\d+: /);
});

test('Firestore takes 200 indexes and 200 configurations of fields', () => {
  const index = { collectionGroup: 'a', fields: [] };
  const full = { indexes: Array.from({ length: 200 }, () => index), fieldOverrides: Array.from({ length: 200 }, () => ({})) };
  expect(problemsOfIndexes(full)).toEqual([]);
  expect(
    problemsOfIndexes({ indexes: Array.from({ length: 201 }, () => index), fieldOverrides: Array.from({ length: 201 }, () => ({})) }),
  ).toHaveLength(2);
});

test('Hosting sends nothing to a function that does not exist', () => {
  const hosting = {
    rewrites: [
      { source: '/api', function: 'api' },
      { source: '**', destination: '/console.html' },
    ],
  };
  expect(problemsOfHosting(hosting, ['api'])).toEqual([]);
  expect(problemsOfHosting(hosting, ['app'])).toEqual(['firebase.json sends /api to the function api, which is not deployed.']);
});

test("an index that is being built is seen in the CLI's list", () => {
  const line = (state) => `[${state}] (records) -- (owner,ASCENDING) (updatedAt,ASCENDING)`;
  expect(statesIn([line('READY'), line('CREATING'), line('CREATING')].join('\n'))).toEqual({ building: 2, broken: 0 });
  expect(statesIn(line('NEEDS_REPAIR'))).toEqual({ building: 0, broken: 1 });
});

test('docs/deploy.md and the example name each secret and parameter that the platform is told of, and no other', () => {
  const { parameters, functions } = JSON.parse(read('scripts/deploy/expected.json'));
  const manual = read('docs/deploy.md');
  const rows = [...manual.slice(manual.indexOf('## 2.'), manual.indexOf('## 3.')).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(Object.keys(parameters).toSorted());
  const asked = Object.entries(parameters).filter(([, value]) => value !== 'secret');
  expect(Object.keys(parseEnv(read('functions/config/env.example'))).toSorted()).toEqual(asked.map(([name]) => name).toSorted());
  const jobs = Object.values(functions).filter(({ trigger }) => trigger.startsWith('every')).length;
  expect(manual).toContain(`shows ${jobs} jobs`);
  const inWords = { 11: 'Eleven', 12: 'Twelve', 13: 'Thirteen', 14: 'Fourteen' };
  expect(manual).toContain(`${inWords[jobs]} Scheduler jobs`);
});

test('each variable in a command of docs/deploy.md is set above it, and those that later commands need are named for another shell', () => {
  const manual = read('docs/deploy.md');
  const settings = [...manual.matchAll(/(?:^|\s)(?:export |for )?([A-Z]+|role|policy)(?:=| in )/g)];
  const unset = [...manual.matchAll(/\$([A-Za-z]+)/g)].filter(
    ({ index, 1: name }) => name !== 'TOKEN' && !settings.some((setting) => setting[1] === name && setting.index < index),
  );
  expect(unset.map(([use]) => use)).toEqual([]);
  const exported = [...manual.matchAll(/^ *export (.*)/gm)].flatMap(([, line]) => [...line.matchAll(/([A-Z]+)=/g)].map(([, name]) => name));
  expect(exported).toEqual(['PROJECT', 'REGION', 'LOCATION', 'CONSOLE', 'NUMBER', 'ACCOUNT']);
  expect(manual).toMatch(/sets the variables again: these four, `NUMBER` .* and `ACCOUNT`/);
});

test('docs/deploy.md says of everything with a time-to-live policy when it ends', () => {
  const { timeToLive } = JSON.parse(read('scripts/deploy/expected.json'));
  const manual = read('docs/deploy.md');
  const ends = manual.slice(manual.indexOf('### What ends when'), manual.indexOf('### Upgrades'));
  const told = new Set([...ends.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const policies = new Set(timeToLive.map((policy) => policy.split('.')[0]));
  expect([...policies].filter((name) => !told.has(name))).toEqual([]);
});

test('a deployment without a project fails and says how it is called', () => {
  const { status, stderr } = spawnSync(node, [`${root}/scripts/deploy.mjs`], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm run deploy -- --project <id>')]);
});

test('a deployment to a project without its file of parameters fails before anything is built', () => {
  const { status, stderr } = spawnSync(node, [`${root}/scripts/deploy.mjs`, '--project', 'demo-none'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('functions/config/.env.demo-none is missing')]);
});

describe('parameters of a project', () => {
  const example = parseEnv(read('functions/config/env.example'));
  const names = Object.keys(example);
  const filled = { ...example, PUBLIC_ORIGIN: 'https://one.web.app', MAIL_FROM: 'One <no-reply@one.example>', WEB_API_KEY: 'key' };

  test('the example, filled in, is complete, and as it is says what to fill in', () => {
    expect(problemsOfParameters(filled, names)).toEqual([]);
    expect(problemsOfParameters(example, names)).toEqual([
      "PUBLIC_ORIGIN is still the example's.",
      "MAIL_FROM is still the example's.",
      'WEB_API_KEY is empty.',
    ]);
  });

  test.each([
    ['TEAM_MAIL', undefined],
    ['PUBLIC_ORIGIN', 'http://one.web.app'],
    ['PUBLIC_ORIGIN', 'https://one.web.app/'],
    ['MAIL_FROM', 'One'],
    ['WEB_API_KEY', ''],
    ['STRIPE_API_BASE', 'http://127.0.0.1:12111'],
    ['SIGN_IN_STAND_IN', 'http://127.0.0.1:1090'],
    ['MAX_INSTANCES', 'many'],
  ])('%s as %j is named', (name, value) => {
    expect(problemsOfParameters({ ...filled, [name]: value }, names)).toEqual([expect.stringContaining(name)]);
  });
});

test('whoever makes a superadmin without a login is told how to log in', () => {
  const { FIRESTORE_EMULATOR_HOST: _, GOOGLE_APPLICATION_CREDENTIALS: __, ...env } = process.env;
  const { status, stderr } = spawnSync(node, [`${root}/scripts/make-superadmin.mjs`, 'ada@example.test', '--project', 'demo-none'], {
    encoding: 'utf8',
    env: { ...env, HOME: root, METADATA_SERVER_DETECTION: 'none' },
  });
  expect([status, stderr.trim()]).toEqual([1, 'You are not logged in: gcloud auth application-default login']);
});

test('each alert has a name, one condition and what to do', () => {
  const files = globSync(`${root}/docs/alerts/*.json`);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const { displayName, conditions, documentation } = JSON.parse(readFileSync(file, 'utf8'));
    expect([displayName, documentation.content, conditions.length]).toEqual([expect.any(String), expect.any(String), 1]);
  }
});

test('the check from outside, which tells nobody by itself, has an alert', () => {
  expect(read('docs/deploy.md')).toContain('gcloud monitoring uptime create');
  const policies = globSync(`${root}/docs/alerts/*.json`).map((file) => readFileSync(file, 'utf8'));
  expect(policies.filter((policy) => policy.includes('uptime_check/check_passed'))).toHaveLength(1);
});

function read(path) {
  return readFileSync(`${root}/${path}`, 'utf8');
}
