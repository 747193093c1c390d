import { afterEach, expect, test } from 'vitest';
import { loadTexts, saidOfActivity } from '../index.ts';

afterEach(() => loadTexts('en'));

test.each([
  ['Ada logged in.', 'Ada登录了。'],
  ['Ada logged in from unknown with node.', 'Ada登录了(来自 未知地址,使用 node)。'],
  ['Ada logged out from ::1 with Mozilla/5.0 (X11) with.', 'Ada退出了登录(来自 ::1,使用 Mozilla/5.0 (X11) with)。'],
  ['Ada added the storage Orders from Rome.', 'Ada添加了存储 Orders from Rome。'],
  ['Ada added Bo as developer from 10.0.0.1.', 'Ada添加了开发者 Bo(来自 10.0.0.1)。'],
  ['Ada changed Bo: role user to manager, project none to p1, deactivated.', 'Ada更改了 Bo:角色由用户改为经理,项目由 无 改为 p1,停用。'],
  ['Ada changed Bo: activated from 10.0.0.1 with curl/8.', 'Ada更改了 Bo:启用(来自 10.0.0.1,使用 curl/8)。'],
  ['Ada deleted 1 record of Orders.', 'Ada删除了 Orders 的 1 条记录。'],
  ['Ada deleted for good 12 records of Orders.', 'Ada永久删除了 Orders 的 12 条记录。'],
  ['Ada changed the record 07yb of Orders.', 'Ada更改了 Orders 的记录 07yb。'],
  ['Ada imported 20 records from a from b.csv into Orders.', 'Ada从 a from b.csv 向 Orders 导入了 20 条记录。'],
  ['was suspended by the platform: spam', '平台暂停了账户:spam'],
])('in Chinese the activity log tells %j as %j', async (english, chinese) => {
  await loadTexts('zh');
  expect(saidOfActivity(english)).toBe(chinese);
});

test('what the log says otherwise stays as it is, and in English everything does', async () => {
  expect(saidOfActivity('Ada logged in.')).toBe('Ada logged in.');
  await loadTexts('zh');
  expect(saidOfActivity('Ada did something new.')).toBe('Ada did something new.');
});
