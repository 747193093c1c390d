import {
  type ApiKey,
  type ApiKeyChange,
  ApiKeyInput,
  type KeyVerb,
  limits,
  seenLists,
  usualRequestsPerMinute,
  usualRequestsPerMinutePerClient,
} from '@bedplate/contract';
import { capOf, type CapValues, capValuesOf } from '../caps/cap-values.ts';
import { dayOfMoment, lastMoment } from '../../lib/time/days.ts';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import '../../texts/caps.ts';

export interface NamedKeyValues {
  name: string;
  projectId: string;
  /** False: only those in `storages`. */
  hasAllStorages: boolean;
  storages: string[];
  verbs: KeyVerb[];
  /** One in a line. */
  origins: string;
  /** The last day on which it opens something; null: it does not end. */
  lastDay: Date | null;
  /** Whole numbers; empty: as many as usual. */
  perMinute: string;
  perMinutePerClient: string;
  cap: CapValues;
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
  perMinute: '',
  perMinutePerClient: '',
  cap: capValuesOf(null),
};

/** @returns what POST /app/keys takes, checked only by the server and by `keyProblems` */
export function keyInputOf(values: NamedKeyValues): ApiKeyInput {
  const { name, projectId, hasAllStorages, storages, verbs, origins, lastDay } = values;
  const lines = origins.split('\n').map((line) => line.trim().replace(/\/$/, ''));
  return {
    name: name.trim(),
    projectId,
    storages: hasAllStorages ? ['*'] : storages,
    verbs,
    origins: lines.filter(Boolean),
    expiresAt: lastDay && lastMoment(lastDay),
    requestsPerMinute: countOf(values.perMinute),
    requestsPerMinutePerClient: countOf(values.perMinutePerClient),
    cap: capOf(values.cap) ?? null,
  };
}

function countOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** @returns the values of the form for an existing key */
export function valuesOf(key: ApiKey): NamedKeyValues {
  const { name, projectId, storages, verbs, origins, expiresAt, requestsPerMinute, requestsPerMinutePerClient } = key;
  const hasAllStorages = storages.includes('*');
  return {
    name,
    projectId: projectId ?? '',
    hasAllStorages,
    storages: hasAllStorages ? [] : storages,
    verbs,
    origins: origins.join('\n'),
    lastDay: expiresAt === null ? null : dayOfMoment(expiresAt),
    perMinute: requestsPerMinute === usualRequestsPerMinute ? '' : String(requestsPerMinute),
    perMinutePerClient: requestsPerMinutePerClient === usualRequestsPerMinutePerClient ? '' : String(requestsPerMinutePerClient),
    cap: capValuesOf(key.cap),
  };
}

/**
 * @returns what PUT /app/keys/{id} takes: only what is other than `before`, so that what another
 * person changes meanwhile stays, in lists as well
 */
export function keyChangeOf(before: NamedKeyValues, after: NamedKeyValues): ApiKeyChange {
  const { projectId: _, ...was } = keyInputOf(before);
  const { projectId: __, ...is } = keyInputOf(after);
  const others = Object.entries(is).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as keyof typeof was]));
  const change = Object.fromEntries(others);
  const seen = seenLists(was, change);
  return Object.keys(seen).length > 0 ? { ...change, seen } : change;
}

const texts = {
  name: 'namedKeys.nameMissing',
  projectId: 'namedKeys.projectMissing',
  storages: 'namedKeys.storagesMissing',
  verbs: 'namedKeys.verbsMissing',
  origins: 'namedKeys.badOrigin',
  requestsPerMinute: 'namedKeys.badLimit',
  requestsPerMinutePerClient: 'namedKeys.badLimit',
  cap: 'caps.wrong',
} as const;

export type KeyProblems = Partial<Record<keyof typeof texts, string>>;

/** @returns what is wrong, by field, in the words of the page */
export function keyProblems(values: NamedKeyValues): KeyProblems {
  const checked = ApiKeyInput.safeParse(keyInputOf(values));
  const wrong = new Set(checked.error?.issues.map(({ path }) => path[0]));
  if (capOf(values.cap) === undefined) wrong.add('cap');
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) =>
      wrong.has(field) ? [[field, t(text, { max: localNumber(limits.requestsPerMinute) })]] : [],
    ),
  );
}
