import { expect, test } from 'vitest';
import { listOptions } from './list-options.ts';

test.each([
  ['', {}],
  ['limit=5&page=2&sortBy=price&sortOrder=asc&search=oak', { limit: 5, page: 2, sortBy: 'price', sortOrder: 'asc', search: 'oak' }],
  ['price>=10&price<20', { where: { price: { gte: '10', lt: '20' } } }],
  ['price=>=10&stock>0', { where: { price: { gte: '10' }, stock: { gt: '0' } } }],
  ['price%3E%3D10', { where: { price: { gte: '10' } } }],
  ['status!=open&title~oak mug', { where: { status: { ne: 'open' }, title: { contains: 'oak mug' } } }],
  ['category=garden|house&color!=red|blue', { where: { category: ['garden', 'house'], color: { ne: ['red', 'blue'] } } }],
  ['title=a\\|b', { where: { title: 'a|b' } }],
  ['path=C:\\\\|D:\\', { where: { path: ['C:\\', 'D:\\'] } }],
  ['dateFrom=2026-01-01&deleted=only&fields=title, price', { dateFrom: '2026-01-01', deleted: 'only', fields: ['title', 'price'] }],
  ['userId=u-17&details.room=12', { where: { userId: 'u-17', 'details.room': '12' } }],
  ['filter[ a ]=3', { where: { ' a ': '3' } }],
  ['filter[page]=3&page=1', { where: { page: '3' }, page: 1 }],
  ['search=oak&rank=relevance', { search: 'oak', rank: 'relevance' }],
  ['rank=5', { where: { rank: '5' } }],
  ['near=52.52,13.405,5km', { near: '52.52,13.405,5km' }],
  ['near=the station', { where: { near: 'the station' } }],
  ['wow!=x', { where: { wow: { ne: 'x' } } }],
])('%s', (query, options) => {
  expect(listOptions(query)).toEqual(options);
});

test.each(['tags=a&tags=b', 'tags=a|b&tags=c|d', 'limit=1&limit=2', 'a=%E0%A4%A', 'price>=10%26<=20', 'or=(a=1,b=2)'])(
  'the client has no form for %s',
  (query) => {
    expect(listOptions(query)).toBeNull();
  },
);
