import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { aDeclaredStorage, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject, keysOf } from '../support/personas.ts';

/** The digits of a number as they are stored, whichever door it comes through. */

let admin: Admin;
let projectId = '';
let made = 0;

beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
});

const aStorageWith = (fields?: Parameters<typeof aDeclaredStorage>[1]['fields']) =>
  aDeclaredStorage(admin, { projectId, storageKey: `doors${++made}`, ...(fields && { fields }) });

type Door = [door: string, send: (storage: DeclaredStorage, member: string, number: number) => Promise<{ status: number; text: string }>];

/** Each takes a member of a record as JSON, digit by digit. */
const doors: Door[] = [
  ['a create', ({ send }, member) => send(`{${member}}`)],
  ['a create of many', ({ send }, member) => send(`[{${member}}]`)],
  ['an upsert', ({ send }, member, number) => send(`{${member}}`, `/dataId/chosen-${number}?upsert=true`, 'PUT')],
  ['an update', async ({ send }, member) => send(`{${member}}`, `/dataId/${(await send({ kept: 0 })).body.data.id}`, 'PATCH')],
  [
    'an update by filter',
    async ({ send }, member, number) => {
      await send({ kept: number });
      return send(`{${member}}`, `?kept=${number}`, 'PATCH');
    },
  ],
  [
    'a batch',
    ({ storageId }, member) =>
      call({
        path: '/api/batch',
        ...keysOf(admin, projectId),
        body: `{"writes":[{"op":"create","storageId":"${storageId}","data":{${member}}}]}`,
      }),
  ],
  ['an import of JSON', (storage, member) => storage.import(`[{${member}}]`, 'application/json')],
  ['an import of NDJSON', (storage, member) => storage.import(`{${member}}\n`, 'application/x-ndjson')],
  ['the form of a new record', (storage, member) => inConsole(storage, '/item', `{"data":{${member}}}`)],
  [
    'an edit in the console',
    async (storage, member) => inConsole(storage, `/item/${(await storage.send({ kept: 0 })).body.data.id}`, `{"data":{${member}}}`, 'PUT'),
  ],
  [
    'an import in the console',
    (storage, member, number) =>
      inConsole(
        storage,
        '/import',
        `{"key":"import-of-digits-${number}","part":0,"fileName":"v.json","rows":[{"row":1,"value":{${member}}}]}`,
      ),
  ],
  ['an inbound address', async (storage, member) => call({ path: await storage.hook(), body: `{${member}}` })],
];

function inConsole({ console: path }: DeclaredStorage, rest: string, body: string, method = 'POST') {
  return call({ method, path: path + rest, token: admin.token, body });
}

const digits = ['9007199254740993', '0.1234567890123456789', '1e400', '[1,{"deep":9007199254740993}]'];
let sent = 0;

describe.each(doors)('%s', (door, sendBy) => {
  let storage: DeclaredStorage;
  beforeAll(async () => {
    storage = await aStorageWith({ i: { type: 'integer' }, d: { type: 'decimal' } });
  });

  test.each([
    ['"i":9007199254740993', '9007199254740993', '9007199254740993.0'],
    ['"i":"-9007199254740993"', '-9007199254740993', '-9007199254740993'],
    ['"i":1e20', '100000000000000000000', '1e20'],
    ['"d":0.1234567890123456789', '0.1234567890123456789', '0.12345678901234567890'],
    ['"d":12.50', '12.50', '12.5'],
    ['"d":-0', '0', '0.00'],
  ])('keeps %s as %s, which %s finds', async (member, stored, asked) => {
    const { status, text } = await sendBy(storage, member, ++sent);
    expect([status < 300, text]).toEqual([true, text]);
    const field = member.slice(1, 2);
    expect(await storage.list(`${field}=${asked}`)).toMatchObject([{ [field]: stored }]);
    expect(await storage.totals(`op=sum:${field}&${field}=${asked}`)).toEqual({ sum: { [field]: stored } });
  });

  test.each(door === 'an inbound address' ? [] : digits)('refuses %s, which no number holds, by the name of the field', async (json) => {
    const { status, text } = await sendBy(storage, `"v":${json}`, ++sent);
    // The rows of the console are refused one by one.
    expect([json, status]).toEqual([json, door === 'an import in the console' ? 200 : 400]);
    expect(text).toMatch(/"field":"(?:\w*\[\w+\]\.)?v/);
    expect(await storage.list('v!=null')).toEqual([]);
  });
});

test('an inbound address, whose sender learns of no refusal, keeps them as texts', async () => {
  const storage = await aStorageWith();
  const path = await storage.hook();
  for (const json of digits) {
    expect((await call({ path, body: `{"v":${json}}` })).status).toBe(201);
    expect(JSON.stringify((await storage.list('limit=1'))[0]?.v)).toBe(json.replace(/[\d.e]{4,}/, '"$&"'));
  }
});
