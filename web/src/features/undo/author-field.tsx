import { type DataRecord, timings } from '@bedplate/contract';
import { useState } from 'react';
import { NamedChoiceField, type NamedId, useLook } from '../../components/form/named-choice-field.tsx';
import { useProjectStorages } from '../../lib/project-storages.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { t } from '../../texts/index.ts';
import { useAppUsers, useUndoAuthors } from './author-queries.ts';

interface AuthorFieldProps {
  projectId: string;
  whose: 'member' | 'key' | 'user';
  id: string;
  onId: (id: string) => void;
  error?: string | undefined;
}

/** Chooses a member, a key or an app user by name. The id of one who is gone can be typed. */
export function AuthorField({ projectId, whose, id, onId, error }: AuthorFieldProps) {
  const [look, onLook] = useLook();
  const known = useKnown(projectId, whose);
  const found = useFoundUsers(projectId, { term: look.term, isAsked: whose === 'user' && look.isOpen });
  const [chosen, setChosen] = useState<NamedId>({ id: '', name: '' });
  const options = whose === 'user' ? found : matching(known, look.term);
  const choose = (next: string) => {
    setChosen(options.find((option) => option.id === next) ?? { id: next, name: '' });
    onId(next);
  };
  return (
    <NamedChoiceField
      label={t(`undoSpan.name.${whose}`)}
      placeholder={t('undoSpan.find')}
      help={t('undoSpan.findHelp')}
      required
      error={error}
      chosen={chosen.id === id ? chosen : { id, name: '' }}
      options={options}
      onId={choose}
      onLook={onLook}
    />
  );
}

function useKnown(projectId: string, whose: AuthorFieldProps['whose']): readonly NamedId[] {
  const { data } = useUndoAuthors(projectId, whose !== 'user');
  if (whose === 'member') return data?.members ?? [];
  return (data?.keys ?? []).map(({ id, name }) => ({ id, name: keyName(id, name) }));
}

function keyName(id: string, name: string): string {
  if (id.startsWith('hook_')) return t('undoSpan.webhook', { name });
  return name === '' ? t('undoSpan.accountKey') : name;
}

/** A project has one storage of app users. */
function useFoundUsers(projectId: string, { term, isAsked }: { term: string; isAsked: boolean }): readonly NamedId[] {
  const storages = useProjectStorages(projectId);
  const users = storages.data?.find(({ storageKey }) => storageKey === 'users');
  const ref = users && { projectId, storageId: users.id };
  return (useAppUsers(ref, useDebounced(term, timings.searchDebounce), isAsked).data ?? []).map(named);
}

function named({ id, username, email }: DataRecord): NamedId {
  return { id, name: [username, email].filter((each) => typeof each === 'string').find((each) => each.trim() !== '') ?? '' };
}

function matching(known: readonly NamedId[], term: string): readonly NamedId[] {
  const sought = term.toLocaleLowerCase();
  return known.filter(({ id, name }) => [id, name].some((text) => text.toLocaleLowerCase().includes(sought)));
}
