import { can, type Role, type Storage } from '@bedplate/contract';
import { paths } from '../../lib/navigation/paths.ts';
import { toAddForm } from '../../lib/navigation/use-add-form.ts';
import { type TextKey, t } from '../../texts/index.ts';
import '../../texts/palette-words.ts';
import type { Command } from './command.ts';
import { storageSynonyms, synonyms } from './synonyms.ts';

interface Place {
  role: Role;
  projectId: string | null;
  /** The storage that is open. */
  storageId?: string | undefined;
  projects: readonly { id: string; name: string }[];
  storages: readonly Storage[];
  search?: string;
}

/** @returns the storages, the open one and those of the open project first; to a search also what one does with each */
export function storageCommands(place: Place, go: (path: string) => void): Command[] {
  const { role, projectId, storageId, projects, storages, search = '' } = place;
  if (!can(role, 'records.read')) return [];
  const distance = ({ id, projectId: of }: Storage) => (id === storageId ? 0 : of === projectId ? 1 : 2);
  const all = storages
    .toSorted((a, b) => distance(a) - distance(b))
    .map((storage) => ({
      storage,
      group: t('palette.storageOf', { project: projects.find(({ id }) => id === storage.projectId)?.name ?? '' }),
    }));
  const views = all.map(({ storage: { id, projectId: of, storageName, storageKey }, group }) => ({
    id: `storage:${id}`,
    text: storageName,
    group,
    words: `${storageKey} ${id} ${synonyms['menu.dataStorage'] ?? ''}`,
    run: () => go(paths.dataView(of, id)),
  }));
  if (search === '' || !can(role, 'storages.write')) return views;
  return [...views, ...all.flatMap(({ storage, group }) => deeds(storage, group, go))];
}

/** The pages and forms of a storage, which no menu has. */
function deeds({ id, projectId, storageName: storage, storageKey }: Storage, group: string, go: (path: string) => void): Command[] {
  const deed = (text: TextKey & keyof typeof storageSynonyms, path: string): Command => ({
    id: `${text}:${id}`,
    text: t(text, { storage }),
    group,
    words: `${storageSynonyms[text]} ${storageKey === 'users' && text === 'palette.settingsOf' ? storageSynonyms.appUsers : ''}`,
    run: () => go(path),
  });
  return [
    deed('palette.importInto', toAddForm(paths.dataView(projectId, id), 'import')),
    deed('palette.fieldsOf', paths.fields(projectId, id)),
    deed('palette.rulesOf', paths.accessRules(projectId, id)),
    deed('palette.settingsOf', `${paths.dataStorage(projectId)}?settings=${encodeURIComponent(id)}`),
  ];
}
