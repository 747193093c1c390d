import { createClient, createLiveSync, type LiveEvent } from '@bedplate/client';
import type { Json, SchemaField } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDeclaredStorage, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';
import { target } from '../support/target.ts';

/** The examples of docs/values.md, through every door that asks for records. */

const fields: Record<string, SchemaField> = {
  number: { type: 'number' },
  text: { type: 'text' },
  decimal: { type: 'decimal' },
  integer: { type: 'integer' },
  time: { type: 'dateTime' },
  berlin: { type: 'dateTime', zone: 'Europe/Berlin' },
};

type Stored = Json | undefined;
/** As the client asks; undefined where only a query spells it. */
type Wanted = Json | { ne?: Json; lt?: Json; text?: string } | undefined;

interface Example {
  readonly field: string;
  readonly query: string;
  readonly wanted: Wanted;
  readonly stored: Stored;
  readonly found: boolean;
}

const example = (field: string, query: string, wanted: Wanted, stored: Stored, found: boolean): Example => ({
  field,
  query,
  wanted,
  stored,
  found,
});

const examples: readonly Example[] = [
  example('a', '=007', '007', '007', true),
  example('a', '=007', '007', '7', false),
  example('a', '=007', '007', 7, false),
  example('a', '=7', 7, '007', false),
  example('a', '=5', 5, 5, true),
  example('a', '=5', '5', '5', true),
  example('a', '="5"', { text: '5' }, 5, false),
  example('number', '=5', 5, '5', false),
  example('a', '=5.0', '5.0', 5, false),
  example('number', '=5.0', '5.0', 5, true),
  example('text', '=1.10', '1.10', '1.1', false),
  example('decimal', '=1.10', '1.10', '1.1', true),
  example('a', '=1e3', '1e3', 1000, false),
  example('number', '=-0', -0, 0, true),
  example('a', '=9007199254740993', '9007199254740993', 9007199254740992, false),
  example('integer', '=9007199254740993', '9007199254740993', '9007199254740993', true),
  example('t', '=null', null, undefined, true),
  example('t', '=null', null, null, true),
  example('number', '=null', null, undefined, true),
  example('text', '=null', null, 'null', false),
  example('text', '="null"', 'null', 'null', true),
  example('text', '=', '', '', true),
  example('text', '=', '', undefined, true),
  example('text', '=""', { text: '' }, undefined, false),
  example('t', '=TRUE', 'TRUE', true, false),
  example('text', '=True', 'True', 'true', false),
  example('p', '!=5', { ne: 5 }, undefined, true),
  example('number', '!=5', { ne: 5 }, undefined, true),
  example('p', '<5', { lt: 5 }, '10', false),
  example('p', '<"5"', undefined, '10', true),
  example('time', '=2026-03-29', '2026-03-29', '2026-03-29T01:30:00+02:00', false),
  example('time', '=2026-03-29&zone=Europe/Berlin', undefined, '2026-03-29T01:30:00+02:00', true),
  example('berlin', '=2026-03-29', '2026-03-29', '2026-03-29T01:30:00+02:00', true),
  example('tags', '=5', 5, [5, 'x'], true),
  example('decimal', '<10', { lt: 10 }, '9.99', true),
  example('decimal', '<10', { lt: 10 }, '10.00', false),
];
const titled = examples.map((one, row) => ({ ...one, row, title: `${one.field}${one.query} and ${JSON.stringify(one.stored)}` }));

let admin: Admin;
let storage: DeclaredStorage;
let projectId = '';
const heard = new Map<number, LiveEvent[]>();
const open: { close(): void }[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
  storage = await aDeclaredStorage(admin, { projectId, storageKey: 'examples', fields });
  const live = titled.flatMap(({ row, field, wanted }) => (wanted === undefined ? [] : [follow(row, { row, [field]: wanted })]));
  await Promise.all(live);
  const records = [...titled.map(({ row, field, stored }) => ({ row, ...(stored !== undefined && { [field]: stored }) })), { row: 'last' }];
  for (const record of records) await storage.add([record]);
});

afterAll(() => open.forEach((live) => live.close()));

const client = () => createClient({ endpoint: target.web, projectId, apiKey: admin.apiKey, secretKey: admin.secretKey });

/** Hears of the row where it is what is wanted, and of the last record, before which all others were heard. */
function follow(row: number, where: Record<string, unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const events: LiveEvent[] = [];
    heard.set(row, events);
    const live = createLiveSync<Record<string, string | number>>({
      endpoint: target.web,
      projectId,
      storageId: storage.storageId,
      getToken: () => client().livesync.token([storage.storageId]),
      or: [where, { row: 'last' }] as never, // the examples ask for values of every kind
      onChange: (event) => void events.push(event as LiveEvent),
      onState: (state) => state === 'live' && resolve(),
      onError: reject,
    });
    open.push(live);
  });
}

test.each(titled)('a list, a count and an or answer $title: $found', async ({ row, query, field, found }) => {
  const [condition = '', zone = ''] = `${field}${query}`.split('&');
  const records = await storage.list(`row=${row}&${condition}&${zone}`);
  const { body } = await storage.ask(`/count?row=${row}&or=(${condition},row=none)&${zone}`);
  expect([records.length, body.data]).toEqual(found ? [1, { count: 1, isExact: true }] : [0, { count: 0, isExact: true }]);
});

const asked = titled.filter(({ wanted }) => wanted !== undefined);

test.each(asked)('the client answers $title: $found', async ({ row, wanted, field, found }) => {
  const where = { row, [field]: wanted } as Record<string, string>; // the examples ask for values of every kind
  const { data } = await client().storage('examples', storage.storageId).list({ where });
  expect(data.length === 1).toBe(found);
});

test.each(asked)('LiveSync answers $title: $found', async ({ row, found }) => {
  const events = () => heard.get(row) ?? [];
  await expect.poll(() => events().some((event) => event.type === 'create' && event.record.row === 'last')).toBe(true);
  expect(events().some((event) => event.type === 'create' && event.record.row === row)).toBe(found);
});
