import { type Grant, Grants, type GrantVerb, grantShapeTexts, ruleFault, type RuleOutcome, ruleOutcomes } from '@bedplate/contract';
import { afterEach, expect, test } from 'vitest';
import { loadTexts } from '../../texts/index.ts';
import { ruleRemark } from './remarks.tsx';
import { ruleWords, sentences } from './rule-words.ts';
import { verbWords, verdictWords } from './verdict-words.ts';

afterEach(() => loadTexts('en'));

const term = (field: string, op: string, value: unknown) => ({ field, op, value });
const rules = Grants.parse([
  { who: 'anyone', verbs: ['list', 'read', 'create', 'update', 'delete'] },
  {
    who: { team: 'teamId', roles: ['editor', 'lead', 'chief'] },
    verbs: ['read'],
    if: [[term('a', '=', 'two words'), term('b', '!=', ['x', 'y z', '@user.id']), term('c', '<', 5)], [term('d', '~', '"')]],
    after: [],
    fields: { hidden: ['h', 'i', 'j'], readOnly: ['r'], writeOnce: ['w'], server: { by: '@user.team', at: '@now' } },
  },
  { who: { owner: 'id' }, verbs: ['read'], if: [term('createdAt', '>', '@now-7d')], after: [term('e', '=', null)] },
  { who: { role: ['editor', 'chief'] }, verbs: ['read'], if: [term('f', '=', '')] },
]);

/** Chinese text beside a mark of Latin text, or a space after a mark that is as wide as two letters. */
const halfWide = /[\u4e00-\u9fff，。：；、“”（）]\s*[,:;!?"()]|[,:;!?"()]\s*[\u4e00-\u9fff]|[，。：；、）] |,/u;

test('a list is refused where no rule is about the caller, and finds nothing for who is in no team or lacks a value', () => {
  const said = (verb: 'list' | 'read', ...outcomes: RuleOutcome[]) =>
    verbWords({ verb, verdicts: outcomes.map((outcome) => ({ outcome })) });
  expect([said('list', 'who', 'verb'), said('list', 'who', 'team'), said('list', 'missing', 'who')]).toEqual([
    'list: refused',
    'list: allowed, and finds nothing',
    'list: allowed, and finds nothing',
  ]);
  expect([said('list', 'held', 'missing'), said('read', 'missing')]).toEqual(['list: a rule holds', 'read: refused']);
  const tried = (passes: boolean, ...outcomes: RuleOutcome[]) =>
    verbWords({ verb: 'update', verdicts: outcomes.map((outcome) => ({ outcome })), passes });
  expect([tried(true, 'who', 'held'), tried(false, 'stored')]).toEqual(['change: would pass, by rule 2', 'change: would be refused']);
  const [, team] = rules;
  const words = (verb: GrantVerb) => team && verdictWords(team, verb, { outcome: 'team' });
  expect(words('list')).toBe('Did not hold: the caller is in no team that it is about.');
  expect([words('create'), words('read')]).toEqual([words('list'), 'Did not hold: the record belongs to no team of the user.']);
});

test('what a save would leave is held against `after`, else against `if`', () => {
  const is = (field: string, value: number) => [[{ field, op: '=' as const, value }]];
  const both: Grant = { who: 'anyone', verbs: ['update'], if: is('a', 1), after: is('b', 2) };
  const { after: _, ...before } = both;
  const words = (rule: Grant, at?: [number, number]) => verdictWords(rule, 'update', { outcome: 'stored', ...(at && { at }) });
  expect(words(both, [0, 0])).toMatch(/would have stored\. It would, if b is 2\.$/);
  expect(words(before, [0, 0])).toMatch(/It would, if a is 1\.$/);
  expect(words(both)).toMatch(/would have stored\.$/);
});

test('rules, verdicts and remarks in Chinese have Chinese marks alone', async () => {
  await loadTexts('zh');
  const verdicts = rules.flatMap((rule) =>
    ruleOutcomes.flatMap((outcome) => [
      verdictWords(rule, 'read', { outcome, at: [0, 0], field: 'x' }),
      verdictWords(rule, 'list', { outcome }),
    ]),
  );
  const said = [...rules.map((rule) => ruleWords(rule)), ...verdicts];
  for (const words of [...said, ruleRemark({ field: 'grants[1].if' }, said[0] ?? ''), sentences(said[0] ?? '', said[1] ?? '')])
    expect(words).not.toMatch(halfWide);
  const [, team] = rules;
  expect(team && verdictWords(team, 'read', { outcome: 'condition', at: [0, 0] })).toBe('不成立。满足以下条件时成立：a 是 “two words”。');
  expect(ruleWords(rules[0] as Grant)).toBe('任何人可以列出、读取、创建、更改和删除记录。');
  expect(said[1]).toContain('看不到 h、i 和 j。');
  expect(sentences('好。', '是。')).toBe('好。是。');
});

const wrong: readonly [fault: string, rules: unknown, place: string][] = [
  ['list', {}, ''],
  ['rulesMany', Array.from({ length: 51 }, () => ({ who: 'anyone', verbs: ['read'] })), ''],
  ['parts', ['x'], '0'],
  ['partUnknown', [{ who: 'anyone', verbs: ['read'], when: [], also: [] }], '0'],
  ['whoShape', [{ who: 'me', verbs: ['read'] }], '0.who'],
  ['termsMany', [{ who: 'anyone', verbs: ['read'], if: Array.from({ length: 21 }, () => term('a', '=', 1)) }], '0'],
  ['verbTwice', [{ who: 'anyone', verbs: ['read', 'read'] }], '0.verbs'],
  ['conditionShape', [{ who: 'anyone', verbs: ['read'], if: 'a=1' }], '0.if'],
  ['operator', [{ who: 'anyone', verbs: ['read'], if: [term('a', '==', 1)] }], '0.if'],
  ['path', [{ who: 'anyone', verbs: ['read'], if: [term('a..b', '=', 1)] }], '0.if'],
  ['pathStored', [{ who: 'anyone', verbs: ['read'], if: [term('password', '=', 1)] }], '0.if'],
  ['valueShape', [{ who: 'anyone', verbs: ['read'], if: [term('a', '=', { x: 1 })] }], '0.if'],
  ['askedShape', [{ who: 'anyone', verbs: ['read'], if: [term('a', '=', '@me')] }], '0.if'],
  ['ranged', [{ who: 'anyone', verbs: ['read'], if: [term('a', '<', null)] }], '0.if'],
  ['containsNothing', [{ who: 'anyone', verbs: ['read'], if: [term('a', '~', '')] }], '0.if'],
  ['idCompared', [{ who: 'anyone', verbs: ['read'], if: [term('id', '>', 'a')] }], '0.if'],
  ['timeCompared', [{ who: 'anyone', verbs: ['read'], if: [term('createdAt', '~', 'a')] }], '0.if'],
  ['fieldGiven', [{ who: 'anyone', verbs: ['read'], if: [{ value: 1 }] }], '0.if'],
  ['fieldLong', [{ who: 'anyone', verbs: ['read'], if: [term('a'.repeat(801), '=', 1)] }], '0.if'],
  ['fieldNames', [{ who: 'anyone', verbs: ['read'], fields: { readOnly: 'a' } }], '0.fields.readOnly'],
  ['serverShape', [{ who: 'anyone', verbs: ['read'], fields: { server: ['a'] } }], '0.fields.server'],
  ['serverValue', [{ who: 'anyone', verbs: ['read'], fields: { server: { a: {} } } }], '0.fields.server.a'],
  ['serverAsked', [{ who: 'anyone', verbs: ['read'], fields: { server: { a: '@me' } } }], '0.fields.server.a'],
  ['rolesShape', [{ who: { role: [] }, verbs: ['read'] }], '0.who.role'],
  ['fieldName', [{ who: 'anyone', verbs: ['read'], fields: { hidden: ['a.b'] } }], '0.fields.hidden.0'],
  ['large', Array.from({ length: 9 }, () => ({ who: 'anyone', verbs: ['read'], if: [term('a', '=', 'x'.repeat(1400))] })), ''],
];

test.each(wrong)('the fault %s of rules as JSON is told at its place, in both languages', async (fault, given, place) => {
  const told = () => {
    const [issue] = Grants.safeParse(given).error?.issues ?? [];
    return { place: issue?.path.join('.'), message: issue?.message ?? '' };
  };
  const english = grantShapeTexts[fault as keyof typeof grantShapeTexts].replace(/\{.*/, '');
  expect(told()).toEqual({ place, message: expect.stringContaining(english) });
  await loadTexts('zh');
  expect(told().message).toMatch(/[\u4e00-\u9fff]/);
  expect(told().message).not.toMatch(/(?<!"): /);
  expect(told().message).not.toMatch(/\{\w+\}/);
});

test('a fault of rules as JSON names the rule, the condition and the field, in both languages', async () => {
  const given = [{ who: 'anyone', verbs: ['read'], if: [term('b', '=', 1), term('a', '<', null)] }];
  const told = () => {
    const [issue] = Grants.safeParse(given).error?.issues ?? [];
    return issue && ruleFault(issue, given);
  };
  expect(told()).toBe('Rule 1, condition 2 of if, on a: < compares with one value: a number, a time or a text.');
  await loadTexts('zh');
  expect(told()).toBe('规则 1，if 的第 2 个条件，字段 a：< 只与一个值比较：数字、时间或文本。');
});

test('each fault that a rule can have in its shape is tried', () => {
  expect(wrong.map(([fault]) => fault).sort()).toEqual(
    Object.keys(grantShapeTexts)
      .filter((key) => !/^(inside|place)/.test(key))
      .sort(),
  );
});
