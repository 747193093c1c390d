import { expect, test, vi } from 'vitest';
import { aProject } from '../../testing/builders.ts';
import { commandsFor, matching } from './commands.ts';

const doing = {
  go: vi.fn<(path: string) => void>(),
  toggleTheme: vi.fn<() => void>(),
  showShortcuts: vi.fn<() => void>(),
  logout: vi.fn<() => void>(),
};
const texts = (found: { text: string }[]) => found.map(({ text }) => text);

test('it offers the pages of the role, and no others', () => {
  expect(texts(commandsFor({ role: 'manager', projectId: 'p1', projects: [] }, doing))).toContain('Reporting');
  expect(texts(commandsFor({ role: 'manager', projectId: 'p1', projects: [] }, doing))).not.toContain('Sandbox');
  expect(texts(commandsFor({ role: 'admin', projectId: null, projects: [aProject()] }, doing))).toEqual(
    expect.arrayContaining(['Projects', 'Administration', 'Apollo']),
  );
});

test('every word must match; what begins with the search comes first', () => {
  const commands = commandsFor({ role: 'admin', projectId: 'p1', projects: [aProject({ name: 'My storage project' })] }, doing);
  expect(texts(matching(commands, 'stor'))).toEqual(expect.arrayContaining(['Data Storage', 'File Storage', 'My storage project']));
  expect(texts(matching(commands, 'repo'))[0]).toBe('Reporting');
  expect(matching(commands, 'no such thing')).toEqual([]);
});

test('a page leads to its address', () => {
  commandsFor({ role: 'admin', projectId: 'p1', projects: [] }, doing)
    .find(({ text }) => text === 'Sandbox')
    ?.run();
  expect(doing.go).toHaveBeenCalledWith('/project/p1/sandbox');
});

test('billing, which is in no menu, is offered to those who may open it', () => {
  expect(texts(commandsFor({ role: 'admin', projectId: 'p1', projects: [] }, doing))).toContain('Billing');
  expect(texts(commandsFor({ role: 'developer', projectId: 'p1', projects: [] }, doing))).not.toContain('Billing');
});
