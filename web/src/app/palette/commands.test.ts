import { expect, test, vi } from 'vitest';
import { aProject, aStorage } from '../../testing/builders.ts';
import { commandsFor, matching } from './commands.ts';

const doing = {
  go: vi.fn<(path: string) => void>(),
  toggleTheme: vi.fn<() => void>(),
  showShortcuts: vi.fn<() => void>(),
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
  expect(texts(matching(commands, '邀请'))).toEqual(['Invite a user']);
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
