import { expect, test, vi } from 'vitest';
import { aProject, aStorage } from '../../testing/builders.ts';
import { commandsFor } from './commands.ts';
import { matching } from './matching.ts';

const doing = {
  go: vi.fn<(path: string) => void>(),
  toggleTheme: vi.fn<() => void>(),
  showShortcuts: vi.fn<() => void>(),
  switchLanguage: vi.fn<() => void>(),
  logout: vi.fn<() => void>(),
};
const texts = (found: { text: string }[]) => found.map(({ text }) => text);

test('it offers the pages of the role, and no others', () => {
  expect(texts(commandsFor({ role: 'manager', projectId: 'p1', projects: [], storages: [] }, doing))).toContain('Reporting');
  expect(texts(commandsFor({ role: 'manager', projectId: 'p1', projects: [], storages: [] }, doing))).not.toContain('File Storage');
  expect(texts(commandsFor({ role: 'admin', projectId: null, projects: [aProject()], storages: [] }, doing))).toEqual(
    expect.arrayContaining(['Projects', 'Administration', 'Apollo']),
  );
});

test('every word must match; what begins with the search comes first', () => {
  const commands = commandsFor(
    { role: 'admin', projectId: 'p1', projects: [aProject({ name: 'My storage project' })], storages: [] },
    doing,
  );
  expect(texts(matching(commands, 'stor'))).toEqual(expect.arrayContaining(['Data Storage', 'File Storage', 'My storage project']));
  expect(texts(matching(commands, 'repo'))[0]).toBe('Reporting');
  expect(matching(commands, 'no such thing')).toEqual([]);
});

test('a page leads to its address', () => {
  commandsFor({ role: 'admin', projectId: 'p1', projects: [], storages: [] }, doing)
    .find(({ text }) => text === 'Sandbox')
    ?.run();
  expect(doing.go).toHaveBeenCalledWith('/project/p1/sandbox');
});

test('billing, which is in no menu, is offered to those who may open it', () => {
  expect(texts(commandsFor({ role: 'admin', projectId: 'p1', projects: [], storages: [] }, doing))).toContain('Billing');
  expect(texts(commandsFor({ role: 'developer', projectId: 'p1', projects: [], storages: [] }, doing))).not.toContain('Billing');
});

test('it finds what people call otherwise, in both languages, and puts names before other names', () => {
  const commands = commandsFor(
    { role: 'admin', projectId: 'p1', projects: [aProject()], storages: [aStorage({ storageName: 'Token list' })] },
    doing,
  );
  expect(texts(matching(commands, 'token')).slice(0, 3)).toEqual(['Token list', 'Keys & access', 'Make a named key']);
  expect(texts(matching(commands, '邀请'))).toEqual(['Invite a user', 'Users']);
  expect(texts(matching(commands, 'products'))).toContain('Token list'); // its key
  expect(texts(matching(commands, 'webhook help'))).toContain('Webhooks'); // of the documentation
});

test('an action opens its form, and is offered only to those who may finish it', () => {
  const place = { projectId: 'p1', projects: [], storages: [] };
  matching(commandsFor({ role: 'admin', ...place }, doing), 'new key')[0]?.run();
  expect(doing.go).toHaveBeenCalledWith('/project/p1/keys?add=1');
  expect(texts(commandsFor({ role: 'developer', ...place }, doing))).not.toContain('Make a named key');
  expect(texts(commandsFor({ role: 'superadmin', ...place }, doing))).not.toContain('Add a data storage');
});

const shop = {
  role: 'admin',
  projects: [aProject()],
  storages: [aStorage({ storageName: 'Orders', storageKey: 'orders' }), aStorage({ id: 's2', storageName: 'People', storageKey: 'users' })],
} as const;

test.each([
  ['database', 'Data Storage'],
  ['collections', 'Data Storage'],
  ['schema', 'Fields of Orders'],
  ['index', 'Fields of Orders'],
  ['relations', 'Fields of Orders'],
  ['import', 'Import into Orders'],
  ['csv', 'Import into Orders'],
  ['excel', 'Import into Orders'],
  ['rls', 'Access rules of Orders'],
  ['permissions', 'Access rules of Orders'],
  ['public', 'Access rules of Orders'],
  ['oauth', 'Settings of People'],
  ['google', 'Settings of People'],
  ['login', 'Settings of People'],
  ['passkey', 'Settings of People'],
  ['soft delete', 'Settings of Orders'],
  ['api key', 'Make a named key'],
  ['cors', 'Keys & access'],
  ['secret key', 'Administration'],
  ['backup', 'Backups'],
  ['snapshot', 'Backups'],
  ['recycle bin', 'Trash'],
  ['undelete', 'Trash'],
  ['logs', 'Requests'],
  ['latency', 'Requests'],
  ['metrics', 'Reporting'],
  ['analytics', 'Reporting'],
  ['bucket', 'File Storage'],
  ['photos', 'File Storage'],
  ['functions', 'Webhooks'],
  ['events', 'Webhooks'],
  ['openapi', 'Endpoints'],
  ['curl', 'Sandbox'],
  ['pricing', 'Billing'],
  ['invoice', 'Billing'],
  ['quota', 'Billing'],
  ['cancel', 'Billing'],
  ['2fa', 'My account'],
  ['password', 'My account'],
  ['teammate', 'Invite a user'],
  ['dark mode', 'Switch theme'],
  ['chinese', 'Language: 中文'],
  ['realtime', 'Real Time Connection'],
  ['websocket', 'Real Time Connection'],
  ['quickstart', 'Introduction'],
  ['nextjs', 'Next App'],
  ['react native', 'Expo App'],
  ['rate limits', 'Keys and Credits'],
  ['gdpr', 'Data API'],
  ['migrate', 'Firebase'],
  ['API token', 'Make a named key'],
  ['apikey', 'Make a named key'],
  ['api-key', 'Make a named key'],
  ['secret', 'Administration'],
  ['environment variables', 'Administration'],
  ['hook', 'Webhooks'],
  ['delivery', 'Webhooks'],
  ['members', 'Users'],
  ['seat', 'Users'],
  ['trash', 'Trash'],
  ['signup', 'Settings of People'],
  ['policy', 'Access rules of Orders'],
  ['foreign key', 'Fields of Orders'],
  ['csv export', 'Data Storage'],
  ['change email', 'My account'],
  ['audit log', 'Reporting'],
  ['spend cap', 'Keys and Credits'],
  ['flutter', 'Data API'],
  ['who can read orders', 'Access rules of Orders'],
  ['how to sign up users', 'Authentication'],
  ['数据库', 'Data Storage'],
  ['新建表', 'Add a data storage'],
  ['邀请成员', 'Invite a user'],
  ['修改密码', 'My account'],
  ['令牌', 'Make a named key'],
  ['钩子', 'Webhooks'],
  ['审计', 'Requests'],
  ['导出数据', 'Data Storage'],
  ['权限', 'Access rules of Orders'],
  ['第三方登录', 'Settings of People'],
  ['备份', 'Backups'],
  ['回收站', 'Trash'],
  ['日志', 'Requests'],
  ['发票', 'Billing'],
  ['上传', 'File Storage'],
  ['实时', 'Real Time Connection'],
  ['密钥', 'Keys & access'],
])('a newcomer who types %s is led to %s', (search, text) => {
  const foundAt = (projectId: string | null) => texts(matching(commandsFor({ ...shop, projectId, search }, doing), search)).slice(0, 6);
  expect(foundAt('p1')).toContain(text);
  // Outside of a project nothing is made in one.
  expect([...foundAt(null), 'Make a named key', 'Add a data storage']).toContain(text);
});

test.each(['csv', 'excel', 'import', '导入', 'tsv'])('%s leads to the import of the open storage, or of the first ones', (search) => {
  const found = (storageId?: string) =>
    texts(matching(commandsFor({ ...shop, role: 'admin', projectId: 'p1', storageId, search }, doing), search)).slice(0, 2);
  expect(found('s2')).toEqual(['Import into People', 'Import into Orders']);
  expect(found()).toEqual(['Import into Orders', 'Import into People']);
});

test('the pages and forms of a storage are found by who may change it, and lead there', () => {
  const find = (role: 'admin' | 'user') => matching(commandsFor({ ...shop, role, projectId: 'p1', search: 'orders' }, doing), 'orders');
  expect(texts(find('user')).filter((text) => /Orders/.test(text))).toEqual(['Orders']);
  for (const command of find('admin')) if (command.id.endsWith(':s1')) command.run();
  for (const path of ['view', 'view?import=1', 'fields', 'access'])
    expect(doing.go).toHaveBeenCalledWith(`/project/p1/data-storage/s1/${path}`);
  expect(doing.go).toHaveBeenCalledWith('/project/p1/data-storage?settings=s1');
  expect(texts(commandsFor({ ...shop, projectId: 'p1' }, doing))).not.toContain('Fields of Orders');
});
