import { Grants } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { StorageRow } from '../records/model/storage-row.ts';
import { remarksOn } from './remarks.ts';

const count = { path: ['count'], types: ['string'], declared: { type: 'integer' } };
const storage = {
  id: 's1',
  data: { storageKey: 'notes', fields: { '0': count }, profile: { grams: false } },
} as unknown as StorageRow; // what remarks ask of it
const both = ['list', 'read'];
const term = (field: string, op: string, value: unknown = 1) => ({ field, op, value });

test.each([
  ['a plain rule', [{ who: 'signedIn', verbs: both }], []],
  ['an equal value', [{ who: 'signedIn', verbs: both, if: [term('a', '=')] }], []],
  ['a value of the call', [{ who: 'signedIn', verbs: both, if: [term('a', '=', '@now')] }], ['grants[0] grantNotLive']],
  ['rules of keys', [{ who: { key: '*' }, verbs: both, if: [term('a', '=')] }], []],
  ['a rule of writes', [{ who: 'signedIn', verbs: ['update'], if: [term('a', '=')] }], []],
  [
    'a condition beside a rule for all',
    [
      { who: 'signedIn', verbs: both },
      { who: 'signedIn', verbs: both, if: [term('a', '=')] },
    ],
    [],
  ],
  ['lists alone', [{ who: 'signedIn', verbs: ['list'] }], ['grants[0] grantNotLive']],
  ['reading alone', [{ who: 'signedIn', verbs: ['read'] }], ['grants[0] grantNotLive']],
  ['an unequal value', [{ who: { key: '*' }, verbs: ['list'], if: [term('a', '!=')] }], ['grants[0].if grantSlow a']],
  [
    'a field twice',
    [{ who: { key: '*' }, verbs: ['list'], if: [[term('a', '>'), term('a', '<', 9)], [term('b', '~')]] }],
    ['grants[0].if grantSlow a', 'grants[0].if grantSlow b'],
  ],
  ['an unequal value, one by one', [{ who: { key: '*' }, verbs: ['read'], if: [term('a', '!=')] }], []],
  ['the time of creation', [{ who: { key: '*' }, verbs: ['list'], if: [term('createdAt', '>', '@now-7d')] }], []],
  [
    'the time of a change',
    [{ who: { key: '*' }, verbs: ['list'], if: [term('updatedAt', '>', '@now-7d')] }],
    ['grants[0].if grantSlow updatedAt'],
  ],
  ['hidden fields in lists', [{ who: { key: '*' }, verbs: ['list'], fields: { hidden: ['a'] } }], ['grants[0].fields.hidden grantSearch']],
  ['hidden fields, one by one', [{ who: { key: '*' }, verbs: ['read'], fields: { hidden: ['a'] } }], []],
  [
    'values that the field had before its type',
    [{ who: { key: '*' }, verbs: ['update'], if: [term('count', '=', 'few')], after: [term('count', '!=', ['1', 'many'])] }],
    ['grants[0] grantLost count'],
  ],
  ['a part of a text', [{ who: { key: '*' }, verbs: ['update'], if: [term('count', '~', 'few')] }], []],
  ['a value of the user', [{ who: { key: '*' }, verbs: ['update'], if: [term('count', '=', '@user.level')] }], []],
  ['an empty list of hidden fields', [{ who: { key: '*' }, verbs: ['list'], fields: { hidden: [] } }], []],
])('remarks on %s', (_, rules, remarks) => {
  const told = remarksOn(storage, Grants.parse(rules)).map(({ field, key, values }) =>
    [field, key, values?.field].filter(Boolean).join(' '),
  );
  expect(told).toEqual(remarks);
});
