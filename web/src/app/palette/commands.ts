import { can, type Project, type Role, type Storage } from '@bedplate/contract';
import { menuFor } from '../../lib/navigation/menu.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { toAddForm } from '../../lib/navigation/use-add-form.ts';
import { type TextKey, t } from '../../texts/index.ts';
import '../../texts/palette-words.ts';
import { topicList } from '../../features/documentation/topic-list.ts';
import { synonyms } from './synonyms.ts';

export interface Command {
  id: string;
  text: string;
  /** Where it belongs: the page's menu, a project, an action. */
  group: string;
  /** Other names of it, which the search finds as well. */
  words?: string | undefined;
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
  /** Of all projects of the account. */
  storages: readonly Storage[];
  /** Storages that hold the record whose id was typed. */
  recordPlaces?: readonly Storage[];
  search?: string;
}

/** @returns every command that the palette offers to a person at one place */
export function commandsFor(place: Place, doing: Doing): Command[] {
  const { role, projectId, projects } = place;
  const pages = (id: string | null) =>
    menuFor(role, id).map(({ text, path }) => ({
      id: path,
      text: t(text),
      group: t(id === null ? 'palette.account' : 'palette.thisProject'),
      words: synonyms[text],
      run: () => doing.go(path),
    }));
  const page = (text: TextKey, path: string): Command => ({
    id: path,
    text: t(text),
    group: t('palette.account'),
    words: synonyms[text],
    run: () => doing.go(path),
  });
  const action = (text: TextKey, run: () => void): Command => ({
    id: text,
    text: t(text),
    group: t('palette.actions'),
    words: synonyms[text],
    run,
  });
  return [
    ...recordsFor(place, doing),
    ...(projectId === null || can(role, 'superadmin') ? [] : pages(projectId)),
    ...actionsFor(place).map(({ text, path }) => action(text, () => doing.go(path))),
    ...storagesFor(place, doing),
    ...pages(null),
    ...(can(role, 'billing.manage') ? [page('menu.billing', paths.billing())] : []),
    page('menu.account', paths.account()),
    ...projects.map(({ id, name }) => ({
      id: `project:${id}`,
      text: name,
      group: t('menu.projects'),
      run: () => doing.go(can(role, 'project.home') ? paths.projectHome(id) : paths.dataStorage(id)),
    })),
    action('palette.theme', doing.toggleTheme),
    action('shortcuts.title', doing.showShortcuts),
    action('logout', doing.logout),
    ...topicsFor(doing),
  ];
}

/** The forms that a page opens at once when its address asks for them. */
function actionsFor({ role, projectId }: Place): { text: TextKey; path: string }[] {
  if (can(role, 'superadmin')) return [];
  const ofProject: { text: TextKey; path: string }[] =
    projectId === null
      ? []
      : [
          ...(can(role, 'storages.write') ? [{ text: 'palette.addStorage', path: toAddForm(paths.dataStorage(projectId)) } as const] : []),
          ...(can(role, 'keys.read') ? [{ text: 'palette.newKey', path: toAddForm(paths.keys(projectId)) } as const] : []),
          ...(can(role, 'endpoints.write') ? [{ text: 'palette.addWebhook', path: toAddForm(paths.webhooks(projectId)) } as const] : []),
        ];
  return [
    ...ofProject,
    ...(can(role, 'projects.write') ? [{ text: 'palette.addProject', path: toAddForm(paths.projects()) } as const] : []),
    ...(can(role, 'users.manage') ? [{ text: 'palette.invite', path: toAddForm(paths.users()) } as const] : []),
  ];
}

/** Storages of the open project first. */
function storagesFor({ role, projectId, projects, storages }: Place, doing: Doing): Command[] {
  if (!can(role, 'records.read')) return [];
  const here = storages.filter((storage) => storage.projectId === projectId);
  const elsewhere = storages.filter((storage) => storage.projectId !== projectId);
  return [...here, ...elsewhere].map(({ id, projectId: of, storageName, storageKey }) => ({
    id: `storage:${id}`,
    text: storageName,
    group: t('palette.storageOf', { project: projects.find((project) => project.id === of)?.name ?? '' }),
    words: `${storageKey} ${id} ${synonyms['menu.dataStorage'] ?? ''} import 导入`,
    run: () => doing.go(paths.dataView(of, id)),
  }));
}

function recordsFor({ recordPlaces = [], search = '' }: Place, doing: Doing): Command[] {
  return recordPlaces.map(({ id, projectId, storageName }) => ({
    id: `record:${id}`,
    text: search,
    group: t('palette.recordOf', { storage: storageName }),
    run: () => doing.go(`${paths.dataView(projectId, id)}?${new URLSearchParams({ search }).toString()}`),
  }));
}

function topicsFor(doing: Doing): Command[] {
  return topicList.map(({ slug, menu }) => ({
    id: `topic:${slug}`,
    text: menu,
    group: t('palette.documentation'),
    words: `${slug} docs documentation help guide 文档 帮助 指南`,
    run: () => doing.go(paths.documentation(slug)),
  }));
}

/** @returns the commands that hold every word of the search: names with a word that begins with it first, then names that hold it, then other names */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ text, group, words: names = '' }) =>
    words.every((word) => `${text} ${group} ${names}`.toLowerCase().includes(word)),
  );
  return words.length === 0 ? found : found.sort((a, b) => rankOf(a, words) - rankOf(b, words));
}

function rankOf({ text }: Command, words: readonly string[]): number {
  const name = text.toLowerCase();
  if (` ${name}`.includes(` ${words[0]}`)) return 0;
  return words.every((word) => name.includes(word)) ? 1 : 2;
}
