import {
  AccessTrial,
  ContactMessage,
  EndpointChange,
  NewProject,
  problem,
  ProductInput,
  StorageChange,
  StorageInput,
} from '@bedplate/contract';
import * as contract from '@bedplate/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { check, refuseUnknownKeys, tellFaultsOf } from './check.ts';
import { DateParam, nameOf, Search } from './inputs.ts';

tellFaultsOf('grants', contract.ruleFault); // as the routes of access do

/** @returns the fields that a body is refused for, as an endpoint checks it */
function refused(schema: z.ZodType, body: unknown): string[] {
  try {
    refuseUnknownKeys(schema, body);
    check(schema, body);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isWorded = error.text?.key?.startsWith('keyUnknown'); // the console shows it in its language
    return (error.details ?? []).map(({ field, message }) => (isWorded && message.includes(field) ? field : message));
  }
}

test.each([
  ['a storage', StorageChange, { newName: 'A', softDelete: true }, ['softDelete']],
  ['a storage, in two spellings', StorageChange, { storageName: 'A', isSoftDelete: true, is_soft_delete: true }, ['is_soft_delete']],
  ['a new storage', StorageInput, { dataStorageName: 'A', dataStorageKey: 'as', colour: 1, size: 2 }, ['colour', 'size']],
  ['the rights in a storage', StorageChange, { endUserAccess: { read: 'own', wirte: 'own' } }, ['endUserAccess.wirte']],
  ['a project', NewProject, { name: 'A', desciption: 'x' }, ['desciption']],
  ['an endpoint', EndpointChange, { url: 'https://a.b' }, ['url']],
  ['a product, whose schema has rules of its own', ProductInput, { name: 'A', currency: 'EUR' }, ['currency']],
  ['a body that takes nothing', z.object({}), { a: 1 }, ['a']],
])('%s is refused by each name that it does not know', (_, schema, body, fields) => {
  expect(refused(schema, body)).toEqual(fields);
});

test.each([
  [
    'what the server sets, sent back as it was read',
    StorageChange,
    { id: 's', userId: 'u', user: { name: 'A' }, projectId: 'p', storageName: 'A', createdAt: '', updatedAt: '' },
  ],
  ['every spelling of a storage', StorageChange, { newName: 'A', newStorageKey: 'as', isSoftDelete: false }],
  ['names of an open object', z.looseObject({ a: z.number() }), { a: 1, b: 2 }],
  ['names of a map', z.record(z.string(), z.number()), { b: 2 }],
])('%s is taken', (_, schema, body) => {
  expect(refused(schema, body)).toEqual([]);
});

test('what answers of one call show is ignored there, and refused elsewhere', () => {
  expect(() => refuseUnknownKeys(EndpointChange, { dataStorage: {} }, ['dataStorage'])).not.toThrow();
  expect(() => refuseUnknownKeys(EndpointChange, { dataStorage: {} })).toThrow('dataStorage');
});

const product = { name: 'Pro', description: 'x', tier: 'pro', price: 20, usageLimit: 5, recurring: true, interval: 'month' };

test.each([
  ['half a credit', { usageLimit: 1.5 }, 'A usage limit is a whole number.'],
  ['no limit', { usageLimit: undefined }, 'Enter a usage limit.'],
  ['an unknown tier', { tier: 'gold' }, 'Choose a tier: pro, scale or enterprise.'],
  ['an unknown interval', { interval: 'decade' }, 'Choose day, week, month or year as the interval.'],
])('a product with %s is refused by the sentence of its rule, which begins with no name of a field', (_, wrong, sentence) => {
  expect(refused(ProductInput, { ...product, ...wrong })).toEqual([sentence]);
});

const contact = { name: 'Pat', email: 'pat@example.com', message: 'Hello' };

test.each<[string, z.ZodType, (name: string) => object, string]>([
  ['a project', NewProject, (name) => ({ name }), 'Enter a project name.'],
  ['a storage', StorageInput, (name) => ({ dataStorageName: name, dataStorageKey: 'notes' }), 'Enter a storage name.'],
  ['a saved view', contract.SavedViewName, (name) => name as unknown as object, 'Enter a name.'],
  ['a key', contract.ApiKeyInput.pick({ name: true }), (name) => ({ name }), 'Enter a name.'],
  ['a member', contract.PersonName, (name) => name as unknown as object, 'Enter a name.'],
  ['a team, a role or a passkey', z.object({ name: nameOf(40) }), (name) => ({ name }), 'Enter a name.'],
  ['a product', ProductInput, (name) => ({ ...product, name }), 'Enter a name.'],
  ['who writes to us', ContactMessage, (name) => ({ ...contact, name }), `name: ${contract.contactMessages.required}`],
  ['who gives feedback', contract.Feedback, (fullName) => ({ fullName, email: contact.email, message: 'Hello' }), 'Enter your name.'],
])('the name of %s is seen, and turns the direction of no text', (_, schema, body, missing) => {
  for (const name of ['', ' ', '\u200B', '\u3164\u2060']) expect(refused(schema, body(name))).toEqual([missing]);
  expect(refused(schema, body('a\u202Eb'))).toEqual([expect.stringContaining('invisible control characters')]);
  expect(refused(schema, body('Zoë ‏שם‏ 👩\u200D💻'))).toEqual([]);
});

test.each([
  ['a search', z.object({ search: Search }), { search: 'x'.repeat(1000) }, /^A search has at most \d+ characters\.$/],
  ['the name in a contact message', ContactMessage, { ...contact, name: 'x'.repeat(20_000) }, /^A name has at most \d+ characters\.$/],
  ['the address in one', ContactMessage, { ...contact, email: `${'x'.repeat(20_000)}@example.com` }, /^An email address has at most \d+/],
  ['the text of one', ContactMessage, { ...contact, message: 'x'.repeat(20_000) }, /^A message has at most \d+ characters\.$/],
  ['a day', z.object({ from: DateParam }), { from: '2026-02-30' }, /^Give a day such as 2026-05-01, or a time/],
  [
    'a name within a map',
    z.object({ headers: z.record(z.string().max(3, problem('headerName')), z.string()) }),
    { headers: { Host: 'a' } },
    /^The name of a header has letters/,
  ],
])('%s is refused by its rule’s sentence in the language of the page, with no field in front', (_, schema, wrong, sentence) => {
  const refusal = () => check(schema, wrong);
  expect(refusal).toThrow(sentence);
  expect(refusal).toThrow(expect.objectContaining({ text: expect.objectContaining({ key: expect.any(String) }) }));
});

test('a list far above any that a call takes is refused before its elements are looked at', () => {
  const looked: unknown[] = [];
  const Looking = z.object({ ids: z.array(z.unknown().refine((id) => looked.push(id) > 0)) });
  expect(() => check(Looking, { ids: Array.from({ length: 20_000 }, () => 'a') })).toThrow('ids must have at most');
  expect(looked).toEqual([]);
});

test.each([
  ['no rules', {}, 'grants', 'grants is required.'],
  ['rules that are no list', { grants: { who: 'anyone' } }, 'grants', 'grants must be a list.'],
  ['a rule that is none', { grants: ['x'] }, 'grants.0', 'Rule 1: Give an object with these parts: who, verbs, if, after, fields.'],
  [
    'an unknown part',
    { grants: [{ who: 'anyone', verbs: ['read'], when: 1 }] },
    'grants.0.when',
    'Rule 1: There is no part when. The parts are who, verbs, if, after, fields.',
  ],
  ['nobody', { grants: [{ who: 'me', verbs: ['read'] }] }, 'grants.0.who', 'Rule 1: who is "anyone", "signedIn"'],
  ['no verb', { grants: [{ who: 'anyone', verbs: [] }] }, 'grants.0.verbs', 'Name at least one of: list, read, create, update, delete.'],
  [
    'a wrong comparison',
    { grants: [{ who: 'anyone', verbs: ['read'], if: [{ field: 'a', op: '<', value: null }] }] },
    'grants.0.if',
    'Rule 1, condition 1 of if, on a: < compares with one value: a number, a time or a text.',
  ],
  [
    'a wrong comparison in the second list of what is stored',
    {
      grants: [
        { who: 'anyone', verbs: ['read'] },
        {
          who: 'anyone',
          verbs: ['update'],
          after: [
            [{ field: 'a', value: 1 }],
            [
              { field: 'a', value: 1 },
              { field: 'b', op: '==', value: 1 },
            ],
          ],
        },
      ],
    },
    'grants.1.after',
    'Rule 2, condition 2 in list 2 of after, on b: A comparison is one of = != < <= > >= ~.',
  ],
  [
    'an unknown part of a condition',
    { grants: [{ who: 'anyone', verbs: ['read'], if: [{ field: 'a', value: 1, when: 1 }] }] },
    'grants.0.if.0.when',
    'Rule 1, condition 1 of if, on a: There is no part when. The parts are field, op, value.',
  ],
  [
    'no field in a condition',
    { grants: [{ who: 'anyone', verbs: ['read'], if: [{ value: 1 }] }] },
    'grants.0.if',
    'Rule 1, condition 1 of if: Name a field.',
  ],
  [
    'a condition that is none',
    { grants: [{ who: 'anyone', verbs: ['read'], if: ['a=1'] }] },
    'grants.0.if',
    'Rule 1, condition 1 of if: Give an object with these parts: field, op, value.',
  ],
  [
    'a condition beside a list of them',
    { grants: [{ who: 'anyone', verbs: ['read'], if: [[{ field: 'a', value: 1 }], { field: 'a', value: 1 }] }] },
    'grants.0.if',
    'Rule 1, if: Conditions are a list of {"field", "op", "value"}, or a list of such lists.',
  ],
  [
    'conditions that are none',
    { grants: [{ who: 'anyone', verbs: ['read'], if: null }] },
    'grants.0.if',
    'Rule 1, if: Conditions are a list of {"field", "op", "value"}, or a list of such lists.',
  ],
  [
    'names that are no list',
    { grants: [{ who: 'anyone', verbs: ['read'], fields: { hidden: 'a' } }] },
    'grants.0.fields.hidden',
    'Rule 1, fields.hidden: Give a list of at most 100 names of fields.',
  ],
  [
    'a list that the server sets',
    { grants: [{ who: 'anyone', verbs: ['create'], fields: { server: { a: [1] } } }] },
    'grants.0.fields.server.a',
    'Rule 1, fields.server.a: The server sets a text of at most 1500 characters, a number, true, false or null.',
  ],
  [
    'a misspelt value of the call that the server sets',
    { grants: [{ who: 'anyone', verbs: ['create'], fields: { server: { a: '@usr.id' } } }] },
    'grants.0.fields.server.a',
    'Rule 1, fields.server.a: A value that begins with @ is @user.field, @now or @now-7d.',
  ],
])('the shape of access rules with %s is refused in words and at its place', (_, input, field, message) => {
  const details = () => {
    try {
      check(AccessTrial, input);
      return [];
    } catch (error) {
      return error instanceof ApiError ? error.details : [];
    }
  };
  expect(details()).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })]);
});

test.each([
  [contract.DiscountInput, { percentage_value: 10, fixed_value: 5, number_of_use: 1.5, expiresAt: 'soon' }, 'percentage_value'],
  [contract.DiscountChange, { description: ' ', number_of_use: 1, expiresAt: '2031-02-03' }, 'percentage_value'],
  [contract.ProductInput, { name: '', description: '', tier: 'pro', price: 0.3, usageLimit: 0.4, recurring: true }, 'interval'],
  [contract.Registration, { name: '', email: 'x', password: 'Oak-table-7', confirmPassword: 'Oak-table-8' }, 'confirmPassword'],
  [contract.MemberRegistration, { name: '', email: 'x', password: 'Oak-table-7', confirmPassword: '' }, 'confirmPassword'],
  [contract.AccountChange, { name: '', password: 'Oak-table-7', password_confirm: 'Oak' }, 'password_confirm'],
  [contract.Maintenance, { message: '', startsAt: '2031-02-03T05:00:00Z', endsAt: '2031-02-03T04:00:00Z', readOnly: true }, 'endsAt'],
])('a pair of fields is told beside what else is wrong: %#', (schema, input, field) => {
  const fields = schema.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(fields).toContain(field);
  expect(new Set(fields).size).toBeGreaterThan(1);
});

test('no pair is told while one of it is wrong itself, nor for what is no object', () => {
  const { Registration, DiscountInput } = contract;
  const mismatched = Registration.safeParse({ name: 'Ann', email: 'ann@example.com', password: 'short', confirmPassword: 'other' });
  expect(mismatched.error?.issues.map(({ path }) => path)).not.toContainEqual(['confirmPassword']);
  for (const none of [null, undefined, 'text', 7, []]) expect(DiscountInput.safeParse(none).error?.issues).toHaveLength(1);
});

test('each rule of the contract between fields says which fields it compares', () => {
  const last = Object.entries(contract).flatMap(([name, schema]) => {
    const checks = schema instanceof z.ZodObject ? (schema.def.checks ?? []) : [];
    return checks.flatMap(({ _zod: { def } }) => ('path' in def && !def.when ? [name] : []));
  });
  expect(last).toEqual([]);
});
