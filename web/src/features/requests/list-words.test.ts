import { afterEach, expect, test } from 'vitest';
import '../../texts/requests.ts';
import { loadTexts } from '../../texts/index.ts';
import { asksText, planText } from './list-words.ts';

afterEach(() => loadTexts('en'));

test.each([
  [planText, 'index of price', 'price 的索引'],
  [planText, 'range of order of the day, sorted', 'order of the day 的范围，再排序'],
  [planText, 'everything, sorted', '全部记录，再排序'],
  [planText, 'kept list, index of createdAt', '保留的列表，createdAt 的索引'],
  [planText, 'key order, each record checked', '按键的顺序，逐条核对记录'],
  [planText, 'range of price, each record checked', 'price 的范围，逐条核对记录'],
  [planText, 'equality merge in key order', '按键的顺序合并相等条件'],
  [planText, '2 walks: index of price; equality merge, sorted', '2 次遍历：price 的索引；合并相等条件，再排序'],
  [planText, '3 ranges around the place, measured', '该地点周围的 3 个范围，再测量距离'],
  [planText, 'trash, sorted', '回收站，再排序'],
  [planText, 'a plan of tomorrow', 'a plan of tomorrow'],
  [asksText, 'category =, search, sort price id, page', 'category =，搜索，按 price id 排序，页码'],
])('%o tells %j in the language of the page', async (told, english, chinese) => {
  expect(told(english)).toBe(english);
  await loadTexts('zh');
  expect(told(english)).toBe(chinese);
});
