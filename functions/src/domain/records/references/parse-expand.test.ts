import { expect, test } from 'vitest';
import { parseListQuery } from '../query/parse-query.ts';
import { parseExpand } from './parse-expand.ts';

const bare = { by: undefined, query: undefined, fields: undefined, expand: [] };

test('names are reference fields or storages, and a dot leads to the next level', () => {
  expect(parseExpand('author, comments')).toEqual([
    { ...bare, name: 'author' },
    { ...bare, name: 'comments' },
  ]);
  expect(parseExpand('author.company.country')).toEqual([
    { ...bare, name: 'author', expand: [{ ...bare, name: 'company', expand: [{ ...bare, name: 'country' }] }] },
  ]);
});

test('what a storage’s referring records must be stands in parentheses, as in a list', () => {
  const [comments] = parseExpand('comments(by=post;status=open|new;votes>=5;sortBy=createdAt;limit=5;fields=text,author.name)');
  expect(comments).toEqual({
    ...bare,
    name: 'comments',
    by: 'post',
    fields: ['text', 'author.name'],
    query: parseListQuery('status=open|new&votes>=5&sortBy=createdAt&limit=5'),
  });
});

test('the next level stands inside of the parentheses or behind them', () => {
  const inside = parseExpand('comments(by=post;expand=author(fields=name),likes(by=comment))');
  expect(inside).toMatchObject([
    {
      name: 'comments',
      expand: [
        { name: 'author', fields: ['name'] },
        { name: 'likes', by: 'comment' },
      ],
    },
  ]);
  expect(parseExpand('comments(by=post).author')).toEqual([
    { ...bare, name: 'comments', by: 'post', expand: [{ ...bare, name: 'author' }] },
  ]);
  expect(parseExpand('author.company,author.city')).toEqual([
    {
      ...bare,
      name: 'author',
      expand: [
        { ...bare, name: 'company' },
        { ...bare, name: 'city' },
      ],
    },
  ]);
});

test('marks in a value belong to it in quotes, behind a backslash, and parentheses in pairs', () => {
  const values = (text: string) => parseExpand(text)[0]?.query;
  expect(values('c(text="a;b,c)")')).toEqual(parseListQuery(`text=${encodeURIComponent('"a;b,c)"')}`));
  expect(values('c(text=a\\;b\\)c)')).toEqual(parseListQuery(`text=${encodeURIComponent('a;b)c')}`));
  expect(values('c(text=f(x);n=1)')).toEqual(parseListQuery('text=f(x)&n=1'));
  expect(values('c(text=5" nail;n=1)')).toEqual(parseListQuery(`text=${encodeURIComponent('5" nail')}&n=1`));
});

test.each([
  ['', 'takes the names'],
  ['author,', 'takes the names'],
  ['a.b.c.d', 'at most 3 levels'],
  ['a(expand=b(expand=c(expand=d)))', 'at most 3 levels'],
  ['author,author(fields=name)', 'names author twice'],
  ['author(fields=name),author', 'names author twice'],
  ['comments(by=post),comments', 'names comments twice'],
  ['comments(status=open),comments', 'names comments twice'],
  ['comments(by=post', 'not closed'],
  ['comments)', 'closed that was not opened'],
  ['comments(by=post)x', '"x" after comments'],
  ['comments(by=post;by=page)', 'by is given twice'],
  ['comments(page=2)', 'page has no meaning'],
  ['comments(deleted=only)', 'deleted has no meaning'],
  ['comments(limit=500)', 'expand=comments: limit must be'],
  [Array.from({ length: 21 }, (_, i) => `a${i}`).join(','), 'at most 20 names'],
])('expand=%s is refused by name', (text, message) => {
  expect(() => parseExpand(text)).toThrow(expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(message) }));
});
