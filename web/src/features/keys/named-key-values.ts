import { ApiKeyInput, type KeyVerb } from '@bedplate/contract';
import { endOfDay } from 'date-fns';
import { t } from '../../texts/index.ts';

export interface NamedKeyValues {
  name: string;
  projectId: string;
  /** False: those in `storages` alone. */
  hasAllStorages: boolean;
  storages: string[];
  verbs: KeyVerb[];
  /** One in a line. */
  origins: string;
  /** The last day on which it opens something; null: it does not end. */
  lastDay: Date | null;
}

/** A new key reads, which is what most pages need. */
export const emptyKey: NamedKeyValues = {
  name: '',
  projectId: '',
  hasAllStorages: true,
  storages: [],
  verbs: ['read'],
  origins: '',
  lastDay: null,
};

/** @returns what POST /app/keys takes, checked only by the server and by `keyProblems` */
export function keyInputOf({ name, projectId, hasAllStorages, storages, verbs, origins, lastDay }: NamedKeyValues): ApiKeyInput {
  const lines = origins.split('\n').map((line) => line.trim().replace(/\/$/, ''));
  return {
    name: name.trim(),
    projectId,
    storages: hasAllStorages ? ['*'] : storages,
    verbs,
    origins: lines.filter(Boolean),
    expiresAt: lastDay && endOfDay(lastDay).toISOString(),
  };
}

const texts = {
  name: 'namedKeys.nameMissing',
  projectId: 'namedKeys.projectMissing',
  storages: 'namedKeys.storagesMissing',
  verbs: 'namedKeys.verbsMissing',
  origins: 'namedKeys.badOrigin',
} as const;

export type KeyProblems = Partial<Record<keyof typeof texts, string>>;

/** @returns what is wrong, by field, in the words of the page */
export function keyProblems(values: NamedKeyValues): KeyProblems {
  const checked = ApiKeyInput.safeParse(keyInputOf(values));
  const wrong = new Set(checked.error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(texts).flatMap(([field, text]) => (wrong.has(field) ? [[field, t(text)]] : [])));
}
