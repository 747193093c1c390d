import { type Grant, Grants, grantSentence } from '@bedplate/contract';
import { expect, test } from 'vitest';

test('a rule reads as a sentence', () => {
  const [grant] = Grants.parse([
    {
      who: 'signedIn',
      verbs: ['list', 'read', 'update'],
      if: [
        [{ field: 'published', value: true }],
        [
          { field: 'author', value: '@user.id' },
          { field: 'createdAt', op: '>', value: '@now-7d' },
        ],
      ],
      fields: { hidden: ['draftNotes'], server: { editedAt: '@now' } },
    },
  ]);
  expect(grantSentence(grant as Grant)).toBe(
    'Signed-in users may list, read and change records where published is true or author is the id of the user and createdAt is after 7 days ago. They do not see draftNotes. The server sets editedAt to now.',
  );
});

test('a value of several words, an empty one, and one that is a word of sentences are quoted', () => {
  const sentence = (value: unknown, more: object = {}) =>
    grantSentence(Grants.parse([{ who: 'anyone', verbs: ['read'], if: [{ field: 'state', value }], ...more }])[0] as Grant);
  const told = (value: string) => `Anyone may read records where state is ${value}.`;
  expect(sentence('live or author is ann')).toBe(told('"live or author is ann"'));
  expect(sentence(['世界', '', 'draft'])).toBe(told('世界, "" or draft'));
  expect(sentence('empty')).toBe(told('"empty"'));
  expect(sentence(null)).toBe(told('empty'));
  expect(sentence({ text: '@now' })).toBe(told('"@now"'));
  for (const plain of [5, -1.5, true, '2026-05-01T12:00:00Z', 'ann@example.test']) expect(sentence(plain)).toBe(told(String(plain)));
  expect(sentence('live', { after: [] })).toBe(`${told('live')} What they store may be anything.`);
});

test.each([
  [{ who: { owner: 'author' } }, 'The user in author may read records.'],
  [{ who: { owner: 'id' } }, 'Users, of their own record, may read records.'],
  [{ who: { role: 'editor' } }, 'Users with the role editor may read records.'],
  [{ who: { role: ['editor', 'lead', 'chief'] } }, 'Users with the role editor, lead or chief may read records.'],
  [{ who: { team: 'teamId' } }, 'Members of the team in teamId may read records.'],
  [{ who: { team: 'teamId', roles: ['lead'] } }, 'Members of the team in teamId with the role lead may read records.'],
  [{ who: { key: '*' } }, 'Named keys may read records.'],
  [{ who: { key: 'k1' } }, 'The key k1 may read records.'],
  [{ after: [] }, 'Anyone may read records. What they store may be anything.'],
  [{ after: [{ field: 'a', value: 1 }] }, 'Anyone may read records. What they store must be so that a is 1.'],
  [
    { fields: { hidden: ['a'], readOnly: ['b', 'c'], writeOnce: ['d'] } },
    'Anyone may read records. They do not see a. They do not change b and c. They set d once.',
  ],
  [
    { fields: { server: { by: '@user.team', at: '@now-90m' } } },
    'Anyone may read records. The server sets by to team of the user and at to 90 minutes ago.',
  ],
])('the rule %j reads as a sentence', (part, sentence) => {
  expect(grantSentence(Grants.parse([{ who: 'anyone', verbs: ['read'], ...part }])[0] as Grant)).toBe(sentence);
});

test.each([
  ['a', '!=', 1, 'a is not 1'],
  ['a', '<', 1, 'a is less than 1'],
  ['a', '<=', 1, 'a is at most 1'],
  ['a', '>', 1, 'a is more than 1'],
  ['a', '>=', 1, 'a is at least 1'],
  ['a', '~', 'x', 'a contains x'],
  ['a', '<', '@now', 'a is before now'],
  ['a', '<=', '@now-1d', 'a is not after 1 day ago'],
  ['a', '>', '@now-5h', 'a is after 5 hours ago'],
  ['a', '>=', '@now-1m', 'a is not before 1 minute ago'],
  ['a', '>', '@user.level', 'a is more than level of the user'],
  ['createdAt', '>', '2026-01-01', 'createdAt is after 2026-01-01'],
  ['updatedAt', '>=', '2026-01-01', 'updatedAt is not before 2026-01-01'],
  ['createdAt', '=', '@now', 'createdAt is now'],
  ['a', '=', { text: '@now' }, 'a is "@now"'],
  ['a', '=', 'say "no"', 'a is "say \\"no\\""'],
])('the condition %s %s %j reads as %s', (field, op, value, words) => {
  const [rule] = Grants.parse([{ who: 'anyone', verbs: ['read'], if: [{ field, op, value }] }]);
  expect(rule && grantSentence(rule)).toBe(`Anyone may read records where ${words}.`);
});

test('without a condition that could fail, anything holds', () => {
  expect(grantSentence({ who: 'anyone', verbs: ['read'], if: [[{ field: 'a', op: '=', value: 1 }], []] })).toBe(
    'Anyone may read records where anything holds.',
  );
});
