import { readFileSync } from 'node:fs';
import { Timestamp } from 'firebase/firestore';
import { compileRules, type MapValue, StoredTimestamp, type StructuredQuery, type Value } from 'local-firestore';
import { describe, expect, test } from 'vitest';
import { type Condition, conditionsOf, saidBefore } from './conditions.ts';
import { people } from './people.ts';
import { permittedTo } from './permitted.ts';
import { queries, structured } from './queries.ts';
import { triedPaths, worldOf } from './world.ts';

const rules = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');

const epoch = new StoredTimestamp(0, 0);
const time = StoredTimestamp.fromMicros(Date.now() * 1000);
const world = new Map(
  Object.entries(worldOf(people)).map(([path, data]) => [path, { path, fields: stored(data), createTime: epoch, updateTime: epoch }]),
);
const get = (path: string) => world.get(path);
const database = { projectId: 'demo', databaseId: '(default)', get, getAfter: get };
const paths = triedPaths(people);
const asked = Object.entries(queries).map(([name, query]) => [name, structured(query)] as const);
const callers = people.map((person) => ({
  auth: person.token && { uid: person.uid, token: { ...person.token } },
  permitted: permittedTo(person),
}));

type Caller = (typeof callers)[number];

describe('what firestore-matrix.test.ts tries', () => {
  test('comes to what the table says, asked of the engine alone', () => {
    expect(misjudged(rules)).toBe(false);
  });

  const conditions = conditionsOf(rules).filter(({ words }) => !saidBefore.includes(words));

  test.each(conditions.map((condition) => [nameOf(condition), condition] as const))('would show that %s is gone', (_, { without }) => {
    expect(misjudged(without)).toBe(true);
  });
});

function nameOf({ line, words }: Condition): string {
  return `line ${line}, ${words},`;
}

/** @returns whether somebody may get or list another thing than the table says */
function misjudged(source: string): boolean {
  const { ruleset, issues } = compileRules(source);
  if (!ruleset) throw new Error(issues.map(({ description }) => description).join('\n'));
  const gets = ({ auth }: Caller, path: string) =>
    ruleset.evaluate({ method: 'get', path, resource: get(path), auth, time, database }).allowed;
  const lists = ({ auth }: Caller, query: StructuredQuery) => ruleset.evaluate({ method: 'list', query, auth, time, database }).allowed;
  return callers.some(
    (caller) =>
      paths.some((path) => gets(caller, path) !== caller.permitted.get.includes(path)) ||
      asked.some(([name, query]) => lists(caller, query) !== caller.permitted.list.includes(name)),
  );
}

function stored(data: Record<string, unknown>): MapValue {
  return new Map(Object.entries(data).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: unknown): Value {
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof Timestamp) return new StoredTimestamp(value.seconds, value.nanoseconds);
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value === 'object' && value !== null) return stored(value as Record<string, unknown>);
  return value as Value;
}
