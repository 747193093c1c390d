import { can, type Project, type Role } from '@bedplate/contract';
import { menuFor } from '../../lib/navigation/menu.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';

export interface Command {
  id: string;
  text: string;
  /** Where it belongs: the page's menu, a project, an action. */
  group: string;
  run: () => void;
}

interface Doing {
  go: (path: string) => void;
  toggleTheme: () => void;
  showShortcuts: () => void;
  logout: () => void;
}

interface Place {
  role: Role;
  projectId: string | null;
  projects: readonly Project[];
}

/** @returns every command that the palette offers to a person at one place */
export function commandsFor({ role, projectId, projects }: Place, doing: Doing): Command[] {
  const pages = (id: string | null) =>
    menuFor(role, id).map(({ text, path }) => ({
      id: path,
      text: t(text),
      group: t(id === null ? 'palette.account' : 'palette.thisProject'),
      run: () => doing.go(path),
    }));
  return [
    ...(projectId === null || can(role, 'superadmin') ? [] : pages(projectId)),
    ...pages(null),
    ...(can(role, 'billing.manage')
      ? [{ id: paths.billing(), text: t('menu.billing'), group: t('palette.account'), run: () => doing.go(paths.billing()) }]
      : []),
    { id: paths.account(), text: t('menu.account'), group: t('palette.account'), run: () => doing.go(paths.account()) },
    ...projects.map(({ id, name }) => ({
      id: `project:${id}`,
      text: name,
      group: t('menu.projects'),
      run: () => doing.go(can(role, 'project.home') ? paths.projectHome(id) : paths.dataStorage(id)),
    })),
    { id: 'theme', text: t('palette.theme'), group: t('palette.actions'), run: doing.toggleTheme },
    { id: 'shortcuts', text: t('shortcuts.title'), group: t('palette.actions'), run: doing.showShortcuts },
    { id: 'logout', text: t('logout'), group: t('palette.actions'), run: doing.logout },
  ];
}

/** @returns the commands that hold every word of the search, those that begin with it first */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ text, group }) => words.every((word) => `${text} ${group}`.toLowerCase().includes(word)));
  const begins = ({ text }: Command) => Number(!text.toLowerCase().startsWith(words[0] ?? ''));
  return found.sort((a, b) => begins(a) - begins(b));
}
