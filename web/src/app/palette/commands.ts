import { can, type Project, type Role, type Storage } from '@bedplate/contract';
import { menuFor } from '../../lib/navigation/menu.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { toAddForm } from '../../lib/navigation/use-add-form.ts';
import { otherLanguage } from '../../texts/language.ts';
import { type TextKey, t } from '../../texts/index.ts';
import '../../texts/palette-words.ts';
import { topicList } from '../../features/documentation/topic-list.ts';
import type { Command } from './command.ts';
import { storageCommands } from './storage-commands.ts';
import { synonyms, topicSynonyms } from './synonyms.ts';

interface Doing {
  go: (path: string) => void;
  toggleTheme: () => void;
  showShortcuts: () => void;
  switchLanguage: () => void;
  logout: () => void;
}

interface Place {
  role: Role;
  projectId: string | null;
  /** The storage that is open. */
  storageId?: string | undefined;
  projects: readonly Project[];
  /** Of all projects of the account. */
  storages: readonly Storage[];
  /** Storages that hold the record whose id was typed. */
  recordPlaces?: readonly Storage[];
  search?: string;
}

const projectsSearched = 3;

/** @returns every command that the palette offers to a person at one place */
export function commandsFor(place: Place, doing: Doing): Command[] {
  const { role, projectId, projects, search = '' } = place;
  const pages = (id: string | null, group: string) =>
    menuFor(role, id).map(({ text, path }) => ({ id: path, text: t(text), group, words: synonyms[text], run: () => doing.go(path) }));
  // Outside of a project a search still finds its pages: whoever has one project means that one.
  const ofProjects = projectId === null && search !== '' ? projects.slice(0, projectsSearched) : [];
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
    ...(projectId === null || can(role, 'superadmin') ? [] : pages(projectId, t('palette.thisProject'))),
    ...actionsFor(place).map(({ text, path }) => action(text, () => doing.go(path))),
    ...storageCommands(place, doing.go),
    ...pages(null, t('palette.account')),
    ...(can(role, 'billing.manage') ? [page('menu.billing', paths.billing())] : []),
    page('menu.account', paths.account()),
    ...projects.map(({ id, name }) => ({
      id: `project:${id}`,
      text: name,
      group: t('menu.projects'),
      run: () => doing.go(can(role, 'project.home') ? paths.projectHome(id) : paths.dataStorage(id)),
    })),
    ...(can(role, 'superadmin') ? [] : ofProjects.flatMap(({ id, name }) => pages(id, name))),
    action('palette.theme', doing.toggleTheme),
    { ...action('language', doing.switchLanguage), text: `${t('language')}: ${t(`language.${otherLanguage()}`)}` },
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
    words: `${slug} ${topicSynonyms[slug] ?? ''} docs documentation help guide 文档 帮助 指南`,
    run: () => doing.go(paths.documentation(slug)),
  }));
}
