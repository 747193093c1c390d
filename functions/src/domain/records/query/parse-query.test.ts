import { quotedLiteral } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { parseListQuery } from './parse-query.ts';

const filters = (raw: string) =>
  parseListQuery(raw).filters.map(({ path, operator, literals }) => `${path} ${operator} ${literals.map(({ text }) => text).join(' or ')}`);

test.each([
  // Covers S0-5-27
  ['amount>=100', 'amount>=100', 'amount >= 100'],
  // Covers S0-5-33
  ['an equals sign before the operator', 'amount=>=100', 'amount >= 100'],
  ['an encoded operator', 'amount%3E%3D100', 'amount >= 100'],
  ['an operator as part of a library’s name', 'amount%3E%3D=100', 'amount >= 100'],
  ['an operator without a value of its own, as proxies rewrite it', 'amount%3C10=', 'amount < 10'],
  ['an encoded equals sign, as it comes', 'amount%3D10', 'amount = 10'],
  ['an encoded equals sign, as proxies rewrite it', 'amount%3D10=', 'amount = 10'],
  ['empty text in a field with an operator in its name', 'filter%5Ba%3Eb%5D=', 'a>b = '],
  ['>', 'amount>5', 'amount > 5'],
  ['=<', 'amount=<5', 'amount < 5'],
  ['!=', 'status!=open', 'status != open'],
  ['=!=', 'status=!=open', 'status != open'],
  ['~ with a space as plus', 'title~red+mug', 'title ~ red mug'],
  // Covers S0-5-30
  ['a bar joins values', 'status=open%7Cclosed', 'status = open or closed'],
  ['an escaped bar is a character', 'status=a%5C%7Cb', 'status = a|b'],
  ['a backslash elsewhere is itself', 'path=C:%5Ctemp%5C', 'path = C:\\temp\\'],
  ['a doubled backslash before a bar leaves the bar what it is', 'path=C:%5C%5C%7CD:%5C', 'path = C:\\ or D:\\'],
  ['an ampersand in a value stays', 'title=Q%26A', 'title = Q&A'],
  ['an escaped ampersand before an operator stays', 'title=a%5C%26%3Db', 'title = a&=b'],
  ['an escaped ampersand before the name stays', 'title=a%5C%26title%3E5', 'title = a&title>5'],
  ['a bracketed reserved name', 'filter[page]>=2', 'page >= 2'],
  ['a bracketed name with spaces at its ends', 'filter%5B+page+%5D=5', ' page  = 5'],
  ['an encoded bracket', 'filter%5Blimit%5D=5', 'limit = 5'],
  ['a value with an equals sign', 'token=a=b', 'token = a=b'],
  ['empty text', 'status=', 'status = '],
])('%s', (_, raw, expected) => {
  expect(filters(raw)).toEqual([expected]);
});

test.each([
  ['a bar in quotes', 'title="a%7Cb"', ['"a|b"']],
  ['a bar after quotes', 'title="5"%7C5', ['"5"', '5']],
  ['an ampersand before an operator, in quotes', 'title="a%26=b"', ['"a&=b"']],
  ['quotes after a joined condition', 'title!="a"%26!="b%26>c"', ['"a"', '"b&>c"']],
  ['escaped quotes and backslashes', 'title="a%5C"b%5C%5C"', [String.raw`"a\"b\\"`]],
  ['an inch', 'title=5" nail', ['5" nail']],
  ['quotes that do not close', 'title="open', ['"open']],
])('quotes are read first: %s', (_, raw, expected) => {
  const spelt = parseListQuery(raw).filters.flatMap(({ literals }) =>
    literals.map(({ text, quoted }) => (quoted ? quotedLiteral(text) : text)),
  );
  expect(spelt).toEqual(expected);
});

// Covers S0-5-31
test('conditions joined by %26 are two conditions', () => {
  expect(filters('amount>=5%26<=9')).toEqual(['amount >= 5', 'amount <= 9']);
  expect(filters('amount=>=5%20%26%20amount<9')).toEqual(['amount >= 5', 'amount < 9']);
  expect(filters('path!=C:%5C%5C%26!=D:')).toEqual(['path != C:\\', 'path != D:']);
});

// Covers S0-5-21
test('dates bound createdAt, and a filter on createdAt narrows them', () => {
  expect(parseListQuery('dateFrom=2024-05-01&dateTo=2024-05-01')).toMatchObject({
    createdFrom: Date.parse('2024-05-01T00:00:00.000Z'),
    createdTo: Date.parse('2024-05-01T23:59:59.999Z'),
  });
  expect(parseListQuery('createdAt>=2024-05-02&dateFrom=2024-05-01')).toMatchObject({ createdFrom: Date.parse('2024-05-02'), filters: [] });
  expect(parseListQuery('dateFrom=2024-05-01T10:00:00 02:00').createdFrom).toBe(Date.parse('2024-05-01T08:00:00Z'));
});

test('a zone has days of its own, and times without an offset are its own', () => {
  expect(parseListQuery('dateFrom=2026-10-25&dateTo=2026-10-25&zone=Europe/Berlin')).toMatchObject({
    createdFrom: Date.parse('2026-10-24T22:00:00.000Z'),
    createdTo: Date.parse('2026-10-25T22:59:59.999Z'), // 25 hours
  });
  expect(parseListQuery('createdAt>=2026-10-25T02:30&zone=Europe/Berlin').createdFrom).toBe(Date.parse('2026-10-25T00:30:00Z'));
});

test('is_deleted, as records show it, asks for the live ones or the trash', () => {
  const deleted = (raw: string) => parseListQuery(raw);
  expect(deleted('is_deleted=false&a=1')).toMatchObject({ deleted: 'no', filters: [{ path: 'a' }] });
  expect(deleted('is_deleted=true')).toMatchObject({ deleted: 'only', filters: [] });
  expect(deleted('is_deleted!=true&deleted=include')).toMatchObject({ deleted: 'no' });
  for (const raw of ['is_deleted=maybe', 'is_deleted=true|false', 'is_deleted>=true', 'is_deleted=true&is_deleted=false'])
    expect(() => deleted(raw)).toThrow('Compare is_deleted once');
});

test('what is not said has its default', () => {
  expect(parseListQuery('')).toEqual({
    filters: [],
    sort: { path: 'createdAt', direction: 'desc' },
    page: 1,
    limit: 10,
    deleted: 'no',
    explain: false,
  });
});

test.each([
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['page=9999999', 'page'],
  ['limit=101', 'limit'],
  ['limit=', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['page>=2', 'page'],
  ['page=2&cursor=x', 'cursor'],
  ['sortOrder=sideways', 'sortOrder'],
  ['sortBy=a..b', 'sortBy'],
  ['sortBy=password', 'sortBy'],
  ['sortBy=a,password', 'sortBy'],
  ['sortBy=a,', 'sortBy'],
  ['sortBy=a,-a', 'sortBy'],
  ['sortBy=createdAt,a', 'sortBy'],
  ['sortBy=a,-id,b', 'sortBy'],
  ['sortBy=a,b,c,d,e,f', 'sortBy'],
  ['sortBy=a,b&sortOrder=desc', 'sortOrder'],
  ['password~a', 'password'],
  ['dateFrom=2024-13-01', 'dateFrom'],
  ['dateTo=tomorrow', 'dateTo'],
  ['createdAt>soon', 'createdAt'],
  ['id~abc', 'id'],
  ['deletedAt>soon', 'deletedAt'],
  ['deletedAt~2026', 'deletedAt'],
  ['file_metadata.photo.type=image/png', 'file_metadata.photo.type'],
  ['filter[a[b]]=1', 'a[b'],
  ['title=%E0%A4%A', 'title'],
  ['title~', 'title'],
  ['amount>1|2', 'amount'],
  ['deleted=yes', 'deleted'],
  ['zone=Mars/Olympus', 'zone'],
  ['dateFrom=2026-03-29T02:30&zone=Europe/Berlin', 'dateFrom'],
  ['dateFrom=2026-02-30', 'dateFrom'],
  ['createdAt>2026-01-01T24:00', 'createdAt'],
  [Array.from({ length: 21 }, (_, i) => `f${i}=1`).join('&'), 'filter'],
])('%s is refused by name', (raw, field) => {
  expect(() => parseListQuery(raw)).toThrow(
    expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field })] }),
  );
});

test('broken percent-encoding is refused', () => {
  expect(() => parseListQuery('title=%E0%A4%A')).toThrow(/percent-encoding/);
});

test.each(['fields=', 'fields=,', 'fields=%20,'])('%s names no field, and leaves out none', (raw) => {
  expect(parseListQuery(raw).fields).toBeUndefined();
});
