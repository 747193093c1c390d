import { Grants } from '@bedplate/contract';
import { expect, test } from 'vitest';

const refused: [string, unknown, RegExp][] = [
  ['somebody unknown', [{ who: 'admins', verbs: ['read'] }], /^0\.who: who is "anyone", "signedIn", \{"owner"/],
  ['a misspelt kind of somebody', [{ who: { roles: ['x'] }, verbs: ['read'] }], /^0\.who: who is "anyone"/],
  [
    'another operator',
    [{ who: 'anyone', verbs: ['read'], if: [[{ field: 'a', op: '==', value: 1 }]] }],
    /^0\.if: \[0\]\[0\]\.op: A comparison is one of = != /,
  ],
  ['no value', [{ who: 'anyone', verbs: ['read'], if: [{ field: 'a' }] }], /^0\.if: \[0\]\.value: A value is/],
  [
    'a range up to nothing',
    [{ who: 'anyone', verbs: ['read'], after: [{ field: 'a', op: '<', value: null }] }],
    /^0\.after: \[0\]\.value: < compares/,
  ],
  ['conditions that are no list', [{ who: 'anyone', verbs: ['read'], if: { field: 'a', value: 1 } }], /^0\.if: Conditions are a list/],
  ['no verb', [{ who: 'anyone', verbs: [] }], /./],
  ['another verb', [{ who: 'anyone', verbs: ['write'] }], /./],
  ['a misspelt member', [{ who: 'anyone', verbs: ['read'], when: [] }], /when/],
  ['an unknown value of the call', [{ who: 'anyone', verbs: ['read'], if: [{ field: 'a', value: '@team' }] }], /@user\.field/],
  ['a range of several values', [{ who: 'anyone', verbs: ['read'], if: [{ field: 'a', op: '<', value: [1, 2] }] }], /one value/],
  ['the password', [{ who: 'anyone', verbs: ['read'], if: [{ field: 'password', value: 'x' }] }], /condition takes/],
  ['a hidden path', [{ who: 'anyone', verbs: ['read'], fields: { hidden: ['a.b'] } }], /no path/],
  ['a hidden id', [{ who: 'anyone', verbs: ['read'], fields: { hidden: ['id'] } }], /server adds/],
  ['21 conditions', [{ who: 'anyone', verbs: ['read'], if: Array.from({ length: 21 }, () => ({ field: 'a', value: 1 })) }], /at most 20/],
  ['51 rules', Array.from({ length: 51 }, () => ({ who: 'anyone', verbs: ['read'] })), /50/],
  ['11 KB', [{ who: 'anyone', verbs: ['read'], if: Array.from({ length: 9 }, () => ({ field: 'a', value: 'x'.repeat(1300) })) }], /10 KB/],
  ...(
    [
      ['a range of true', 'a', '<', true, /one value/],
      ['a part of nothing', 'a', '~', null, /text to look for/],
      ['a part without letters', 'a', '~', '', /text to look for/],
      ['an order of ids', 'id', '>', 'x', /= and != only/],
      ['an empty step of a path', 'a..b', '=', 1, /not the name of a field/],
      ['a path into what is reserved', 'a.constructor', '=', 1, /not the name of a field/],
      ['whether it is deleted', 'is_deleted', '=', true, /fields that are stored/],
      ['when it was deleted', 'deletedAt', '=', 'x', /fields that are stored/],
      ['facts of a file', 'file_metadata.a.size', '=', 1, /fields that are stored/],
      ...['createdAt', 'updatedAt'].flatMap((time): [string, string, string, unknown, RegExp][] => [
        [`a part of ${time}`, time, '~', '2026', /with one time/],
        [`several values of ${time}`, time, '=', ['2026-01-01', '2026-01-02'], /with one time/],
        [`${time} as nothing`, time, '=', null, /with one time/],
      ]),
    ] as const
  ).map(([name, field, op, value, message]): [string, unknown, RegExp] => [
    name,
    [{ who: 'anyone', verbs: ['read'], if: [{ field, op, value }] }],
    message,
  ]),
  ['a hidden name that is reserved', [{ who: 'anyone', verbs: ['read'], fields: { hidden: ['constructor'] } }], /server adds/],
  ['conditions within conditions', [{ who: 'anyone', verbs: ['read'], if: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) }], /./],
];
test.each(refused)('%s makes no rule', (_, input, message) => {
  const { success, error } = Grants.safeParse(input);
  // Only the text that its author is told counts, not what stands further inside.
  const told = error?.issues.map(({ path, message: why }) => `${path.join('.')}: ${why}`).join('\n');
  expect([success, told]).toEqual([false, expect.stringMatching(message)]);
});

test('a flat list of conditions is one set, and = is the usual operator', () => {
  expect(Grants.parse([{ who: 'anyone', verbs: ['read'], if: [{ field: 'a', value: 1 }] }])[0]?.if).toEqual([
    [{ field: 'a', op: '=', value: 1 }],
  ]);
});

test.each([
  ['a condition on ids', 'id', '!=', 'x'],
  ['ranges of numbers', 'a', '>=', 5],
  ['ranges of times', 'updatedAt', '<', '@now-7d'],
  ['a list of values', 'a', '!=', ['x', null, false]],
  ['a part of a text', 'a', '~', 'x'],
  ['a path', 'a.b', '=', 1],
  ['a text that begins with @', 'a', '=', { text: '@team' }],
])('%s makes a rule', (_, field, op, value) => {
  expect(Grants.safeParse([{ who: 'anyone', verbs: ['read'], if: [{ field, op, value }] }]).success).toBe(true);
});
