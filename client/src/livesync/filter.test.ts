import { expect, test } from 'vitest';
import type { LiveEvent } from './events.ts';
import { matches, onlyMatching, refuseByTypes, refuseUncheckable } from './filter.ts';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const event = (type: 'create' | 'update', id: string, fields: object): LiveEvent => ({ type, id, record: { id, ...times, ...fields } });
const shown = (events: LiveEvent[]) => events.map((one) => (one.type === 'gap' ? 'gap' : `${one.type} ${one.id}`));

function follow() {
  const events: LiveEvent[] = [];
  return { events, send: onlyMatching({ where: { status: 'open' } }, (one) => void events.push(one)) };
}

test('a record that begins to match is created, one that stops is deleted, others are not heard of', () => {
  const { events, send } = follow();
  send(event('create', 'a', { status: 'closed' }));
  send(event('update', 'a', { status: 'closed', n: 1 }));
  send(event('update', 'a', { status: 'open' }));
  send(event('update', 'a', { status: 'open', n: 2 }));
  send(event('update', 'a', { status: 'closed' }));
  send(event('update', 'a', { status: 'closed', n: 3 }));
  send({ type: 'delete', id: 'a' });
  expect(shown(events)).toEqual(['create a', 'update a', 'delete a']);
});

test('of a record from before, whose state is not known, a list hears what it needs', () => {
  const { events, send } = follow();
  send(event('update', 'in', { status: 'open' }));
  send(event('update', 'out', { status: 'closed' }));
  send({ type: 'delete', id: 'gone' });
  send({ type: 'gap' });
  send(event('update', 'out', { status: 'closed' }));
  expect(shown(events)).toEqual(['update in', 'delete out', 'delete gone', 'gap', 'delete out']);
  expect(events[1]).toEqual({ type: 'delete', id: 'out' });
});

test.each([
  ['decimal', '12.50', '12.5', true],
  ['decimal', '1.1', '1.10', true],
  ['text', '1.1', '1.10', false],
  ['text', 5, '5', false],
  ['number', '5', 5, false],
  ['number', 5, '5.0', true],
  ['integer', '9007199254740993', '9007199254740992', false],
  ['dateTime', '2026-03-29T01:30:00+02:00', '2026-03-28', true],
  ['boolean', true, 'TRUE', true],
  ['number', 5, 'many', false],
] as const)('on a field of the type %s %j is found by %j: %j', (type, stored, wanted, expected) => {
  const found: string[] = [];
  const send = onlyMatching(
    { where: { v: wanted } },
    (one) => void found.push(one.type),
    () => ({ v: { type } }),
  );
  send(event('create', 'a', { v: stored }));
  expect(found).toEqual(expected ? ['create'] : []);
});

test.each([
  [{ n: 5 }, { n: '5' }, true],
  [{ n: 5 }, { n: [4, 5] }, true],
  [{ tags: ['x', 'y'] }, { tags: 'y' }, true],
  [{ size: { w: 1 } }, { 'size.w': 1 }, true],
  [{}, { gone: null }, true],
  [{ gone: 0 }, { gone: null }, false],
  [{ a: 'open' }, { a: 'Open' }, false],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
  [{ o: {} }, { o: '[object Object]' }, false],
  [{}, { gone: '' }, true],
  [{ gone: null }, { gone: '' }, true],
  [{ a: '' }, { a: null }, false],
  [{ a: [null] }, { a: null }, false],
  [{ n: 5 }, { n: '5.0' }, false],
  [{ agent: '7' }, { agent: '007' }, false],
  [{ agent: '007' }, { agent: 7 }, false],
  [{ version: '1.1' }, { version: '1.10' }, false],
  [{ version: '1.10' }, { version: '1.10' }, true],
  [{ n: '5' }, { n: 5 }, true],
  [{ n: 5 }, { n: { text: '5' } }, false],
  [{ n: '5' }, { n: { text: ['4', '5'] } }, true],
  [{ on: true }, { on: 'true' }, true],
  [{ title: 'null' }, { title: 'null' }, true],
  [{ title: 'null' }, { title: null }, false],
  [{}, { title: 'null' }, false],
  [{ title: '"5"' }, { title: '"5"' }, true],
  [{ n: 0 }, { n: '' }, false],
  [{}, { constructor: null }, true],
  [{ a: {} }, { 'a.toString': null }, true],
  [{ a: 'x' }, { a: [] }, false],
])('%j matches %j: %j', (record, where, expected) => {
  expect(matches(record, where)).toBe(expected);
});

test('of or one alternative must be met, besides all of where', () => {
  const events: LiveEvent[] = [];
  const send = onlyMatching({ where: { status: 'open' }, or: [{ who: 'ada' }, { n: 5 }] }, (one) => void events.push(one));
  send(event('create', 'a', { status: 'open', who: 'ada' }));
  send(event('create', 'b', { status: 'open', n: 5 }));
  send(event('create', 'c', { status: 'open', n: 6 }));
  send(event('create', 'd', { status: 'closed', n: 5 }));
  expect(shown(events)).toEqual(['create a', 'create b']);
});

test.each([
  [{ price: '9.99' }, { price: { lt: 10 } }, true],
  [{ price: '10.00' }, { price: { lt: 10 } }, false],
  [{ price: '10.00' }, { price: { gte: '10', lte: 10 } }, true],
  [{ n: 9 }, { n: { gt: '10' } }, false],
  [{ n: '9' }, { n: { gt: 10 } }, false],
  [{ n: '9' }, { n: { text: '9' } }, true],
  [{ n: 5 }, { n: { ne: [4, 5] } }, false],
  [{}, { n: { ne: 5 } }, true],
  [{ n: 5 }, { n: { ne: [] } }, true],
  [{ n: 5 }, { n: { in: [] } }, false],
  [{ title: 'Café crème' }, { title: { contains: 'CAFE' } }, true],
  [{ tags: ['Red mug', null, 5] }, { tags: { contains: ['x', 'MUG'] } }, true],
  [{ o: { a: 'mug' } }, { o: { contains: 'mug' } }, false],
  [{ at: '2026-03-29T01:30:00+02:00' }, { at: { lt: new Date('2026-03-29T00:00:00Z') } }, true],
  [{ createdAt: '2026-03-28T23:30:00.000Z' }, { createdAt: '2026-03-28' }, true],
  [{ createdAt: '2026-03-28T23:30:00.000Z' }, { createdAt: { gt: '2026-03-28' } }, false],
  [{ n: 5 }, { n: { gt: undefined } }, true],
] as const)('%j meets the operators of %j: %j', (record, where, expected) => {
  expect(matches(record, where, { price: { type: 'decimal' }, at: { type: 'dateTime' } })).toBe(expected);
});

test('what events cannot be checked by is refused by its name', () => {
  const near = { where: {}, near: '1,2,5km' };
  expect(() => refuseUncheckable(near)).toThrow('LiveSync has no near');
  expect(() => refuseUncheckable({ where: { n: { above: 5 } } })).toThrow('n cannot be asked for by "above"');
  for (const n of [{ gt: [1, 2] }, { lte: null }, { lt: '' }])
    expect(() => refuseUncheckable({ or: [{ a: 1 }, { n }] })).toThrow('needs one value');
  expect(() => refuseUncheckable({ where: { n: { contains: '' } } })).toThrow('needs a text');
  expect(() => refuseUncheckable({ where: { n: new Date('soon') } })).toThrow('is no time');
  expect(() => refuseUncheckable({ where: { id: { gt: 'a' } } })).toThrow('An id');
  expect(() => refuseUncheckable({ or: [] })).toThrow('at least one');
  expect(() => refuseUncheckable({ where: { a: [1, null], b: { text: '5' } }, or: [{ n: { gte: 5, lt: 9 } }] })).not.toThrow();
});

test('a value that is none of its field’s type is refused, and its text is not', () => {
  const types = { price: { type: 'decimal' }, at: { type: 'dateTime' } } as const;
  expect(() => refuseByTypes({ where: { price: { ne: 'free' } } }, types)).toThrow('price has the type decimal, and free is none');
  expect(() => refuseByTypes({ or: [{ createdAt: { gt: 'soon' } }] }, types)).toThrow('createdAt has the type dateTime');
  expect(() => refuseByTypes({ where: { price: [5, 'free'] } }, types)).toThrow('free is none');
  expect(() => refuseByTypes({ where: { price: { text: 'free' }, at: { contains: 'soon' } } }, types)).not.toThrow();
});

test('a condition through a reference is refused, since events do not show what is behind it', () => {
  const types = { author: { type: 'reference' }, editors: { type: 'list', of: 'reference' }, address: { type: 'json' } } as const;
  for (const field of ['author.name', 'editors.name'])
    expect(() => refuseByTypes({ or: [{ [field]: 'Ada' }] }, types)).toThrow('does not follow the reference');
  expect(() => refuseByTypes({ where: { author: 'x', 'address.city': 'Rome' } }, types)).not.toThrow();
});
