import {
  type Activity,
  type ApiKey,
  ApiKeyChange,
  type ApiKeyInput,
  limits,
  usualRequestsPerMinute,
  usualRequestsPerMinutePerClient,
  withMergedLists,
} from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { apiKeys } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { ApiKeyDocument, KeyUseDocument, ScopedKeyDocument } from '../../store/documents/documents.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { deliver } from '../mail/outbox.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { activityWrite, whereFrom } from '../activity/activity-log.ts';
import { usedOfKeyCaps } from '../spend/used-of-caps.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { findProject } from '../callers/find-project.ts';
import { check } from '../../validation/check.ts';
import { apiKeyId, makeKeyPair, openKeyPair } from '../../crypto/key-pair.ts';

/** The account's keys: the pair first, then named keys, the newest first. */
export async function listKeys(services: Services, caller: Caller, projectId: string | undefined): Promise<ApiKey[]> {
  const { tenantId } = accountOf(caller);
  if (projectId) await findProject(services, caller, projectId);
  const { rows } = await services.store.apiKeys.query({ where: [['tenantId', '==', tenantId]] });
  const shown = rows.filter(({ data: key }) =>
    key.kind === 'account' ? !isOver(key, services.clock()) : !projectId || key.projectId === projectId,
  );
  const [uses, ofCaps] = await Promise.all([services.store.keyUse.getAll(shown.map(({ id }) => id)), usedOfKeyCaps(services, shown)]);
  const keys = shown.map(({ id, data }, i) => keyOut(services, { id, key: data, figures: { use: uses[i]?.data, ofCap: ofCaps.get(id) } }));
  return keys.sort((a, b) => a.kind.localeCompare(b.kind) || b.createdAt.localeCompare(a.createdAt));
}

/** @returns the new key's row, and the key itself, which is shown only once */
export async function createKey(
  services: Services,
  { caller, input, origin }: { caller: Caller; input: ApiKeyInput; origin: Origin },
): Promise<ApiKey & { apiKey: string }> {
  const { tenantId } = accountOf(caller);
  await findProject(services, caller, input.projectId);
  await requireOwnStorages(services, { tenantId, projectId: input.projectId, ids: input.storages });
  const { apiKey } = makeKeyPair(services.config.tokenPepper);
  const now = Timestamp.fromMillis(services.clock());
  const document: ScopedKeyDocument = {
    tenantId,
    kind: 'scoped',
    projectId: input.projectId,
    name: input.name,
    ending: apiKey.slice(-4),
    active: true,
    storages: unique(input.storages),
    verbs: unique(input.verbs),
    origins: unique(input.origins ?? []),
    expiresAt: endOf(services, input.expiresAt),
    limits: {
      requestsPerMinute: input.requestsPerMinute ?? null,
      requestsPerMinutePerClient: input.requestsPerMinutePerClient ?? null,
      cap: input.cap ?? null,
    },
    createdBy: caller.uid,
    createdAt: now,
    updatedAt: now,
  };
  const mailId = await services.store.transaction(async (tx) => {
    const { rows } = await tx.apiKeys.query({ where: [['tenantId', '==', tenantId]] });
    const named = rows.map(({ data }) => data).filter((key) => key.kind === 'scoped' && key.projectId === input.projectId);
    if (named.length >= limits.scopedKeysPerProject) {
      throw new ApiError('quota-exceeded', say('keysMany', { max: limits.scopedKeysPerProject }));
    }
    tx.write(apiKeys.create(apiKeyId(apiKey), document));
    return note(services, tx, { caller, origin, projectId: input.projectId, activity: 'Add Key', kind: 'keyAdded', name: input.name });
  });
  if (mailId) await deliver(services, mailId);
  return { ...keyOut(services, { id: apiKeyId(apiKey), key: document, figures: {} }), apiKey };
}

/** @throws {ApiError} not-found, invalid-argument */
export async function updateKey(
  services: Services,
  { caller, id, change, origin }: { caller: Caller; id: string; change: ApiKeyChange; origin: Origin },
): Promise<ApiKey> {
  const { tenantId } = accountOf(caller);
  const found = (await services.store.apiKeys.get(id))?.data;
  if (found?.tenantId !== tenantId) throw notFound('Key');
  if (change.storages && found.kind === 'scoped')
    await requireOwnStorages(services, { tenantId, projectId: found.projectId, ids: change.storages });
  const { after, mailId } = await services.store.transaction(async (tx) => {
    const key = (await tx.apiKeys.get(id))?.data;
    if (key?.tenantId !== tenantId) throw notFound('Key');
    const changed = key.kind === 'scoped' ? changedKey(services, key, withOthers(key, change)) : changedPair(key, change);
    tx.write(apiKeys.set(id, changed));
    const projectId = changed.kind === 'scoped' ? changed.projectId : null;
    const told = note(services, tx, { caller, origin, projectId, activity: 'Update Key', ...changeOf(changed) });
    return { after: changed, mailId: told };
  });
  await Promise.all([waitForPropagation(), mailId && deliver(services, mailId)]);
  const [use, ofCaps] = await Promise.all([services.store.keyUse.get(id), usedOfKeyCaps(services, [{ id, data: after }])]);
  return keyOut(services, { id, key: after, figures: { use: use?.data, ofCap: ofCaps.get(id) } });
}

/** Removes a key; it is then refused everywhere. @throws {ApiError} not-found; invalid-argument for the account's pair */
export async function removeKey(services: Services, { caller, id, origin }: { caller: Caller; id: string; origin: Origin }): Promise<void> {
  const { tenantId } = accountOf(caller);
  const mailId = await services.store.transaction(async (tx) => {
    const key = (await tx.apiKeys.get(id))?.data;
    if (key?.tenantId !== tenantId) throw notFound('Key');
    if (key.kind === 'account') throw new ApiError('invalid-argument', say('ownKeysStay'));
    tx.write(apiKeys.remove(id));
    return note(services, tx, { caller, origin, projectId: key.projectId, activity: 'Remove Key', kind: 'keyRemoved', name: key.name });
  });
  await Promise.all([waitForPropagation(), mailId && deliver(services, mailId)]);
}

/** The change, with what others have made of its lists since they were seen. `*` is no list to add to. @throws {ApiError} invalid-argument */
function withOthers(key: ScopedKeyDocument, { seen, ...change }: ApiKeyChange): ApiKeyChange {
  if (!seen) return change;
  const isWhole = [change, seen, key].some(({ storages }) => storages?.includes('*'));
  return check(ApiKeyChange, withMergedLists(change, isWhole ? { ...seen, storages: undefined } : seen, key));
}

function changedKey(services: Services, key: ScopedKeyDocument, change: ApiKeyChange): ScopedKeyDocument {
  return {
    ...key,
    name: change.name ?? key.name,
    storages: unique(change.storages ?? key.storages),
    verbs: unique(change.verbs ?? key.verbs),
    origins: unique(change.origins ?? key.origins),
    active: change.active ?? key.active,
    expiresAt: change.expiresAt === undefined ? (key.expiresAt ?? null) : endOf(services, change.expiresAt),
    limits: limitsAfter(key, change),
    updatedAt: Timestamp.fromMillis(services.clock()),
  };
}

function changedPair<K extends ApiKeyDocument>(key: K, change: ApiKeyChange): K {
  const others = Object.keys(change).filter((name) => !name.startsWith('requestsPerMinute') && name !== 'cap');
  if (others.length === 0) return { ...key, limits: limitsAfter(key, change) };
  const [name = ''] = others;
  throw invalidField(name, say('ownKeysFixed', { name }));
}

function limitsAfter(
  key: ApiKeyDocument,
  { requestsPerMinute, requestsPerMinutePerClient, cap }: ApiKeyChange,
): NonNullable<ApiKeyDocument['limits']> {
  const before = key.limits ?? { requestsPerMinute: null, requestsPerMinutePerClient: null, cap: null };
  return {
    requestsPerMinute: requestsPerMinute === undefined ? before.requestsPerMinute : requestsPerMinute,
    requestsPerMinutePerClient: requestsPerMinutePerClient === undefined ? before.requestsPerMinutePerClient : requestsPerMinutePerClient,
    cap: cap === undefined ? (before.cap ?? null) : cap,
  };
}

async function requireOwnStorages(
  services: Services,
  { tenantId, projectId, ids }: { tenantId: string; projectId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.includes('*')) {
    if (ids.length > 1) throw invalidField('storages', say('keyStoragesShape'));
    return;
  }
  const odd = ids.find((id) => !isDocumentId(id));
  if (odd !== undefined) throw invalidField('storages', say('storageNone', { name: odd }));
  const found = await services.store.storages.getAll(ids);
  const strange = ids.find((_, i) => {
    const storage = found[i]?.data;
    return storage?.tenantId !== tenantId || storage.projectId !== projectId || storage.archived !== false;
  });
  if (strange !== undefined) throw invalidField('storages', say('storageNone', { name: strange }));
}

function endOf(services: Services, text: string | null | undefined): Timestamp | null {
  if (!text) return null;
  const millis = Date.parse(text);
  if (millis <= services.clock()) throw invalidField('expiresAt', say('expiryPast'));
  return Timestamp.fromMillis(millis);
}

interface KeyFigures {
  readonly use?: KeyUseDocument | undefined;
  /** Credits used of its cap. */
  readonly ofCap?: number | undefined;
}

function keyOut(
  services: Services,
  { id, key, figures: { use, ofCap } }: { id: string; key: ApiKeyDocument; figures: KeyFigures },
): ApiKey {
  const isScoped = key.kind === 'scoped';
  return {
    id,
    kind: key.kind,
    name: isScoped ? key.name : 'Account',
    projectId: isScoped ? key.projectId : null,
    ending: isScoped ? key.ending : openKeyPair(services.config, id, key).apiKey.slice(-4),
    storages: isScoped ? key.storages : ['*'],
    verbs: isScoped ? key.verbs : ['read', 'create', 'update', 'delete', 'authenticate'],
    origins: isScoped ? key.origins : [],
    active: key.active,
    expiresAt: key.expiresAt?.toDate().toISOString() ?? null,
    requestsPerMinute: key.limits?.requestsPerMinute ?? usualRequestsPerMinute,
    requestsPerMinutePerClient: key.limits?.requestsPerMinutePerClient ?? usualRequestsPerMinutePerClient,
    cap: key.limits?.cap ?? null,
    capUsed: ofCap ?? 0,
    lastUsedAt: use?.lastUsedAt.toDate().toISOString() ?? null,
    calls: use?.calls ?? 0,
    createdAt: key.createdAt.toDate().toISOString(),
  };
}

interface KeyEvent {
  caller: Caller;
  origin: Origin;
  projectId: string | null;
  activity: Activity;
  kind: 'keyAdded' | 'keyChanged' | 'keyRemoved' | 'keyLimitsChanged';
  name?: string;
}

/** @returns the id of the mail about it, to deliver; null for limits, which open nothing */
function note(services: Services, tx: Transaction, { caller, origin, name, ...event }: KeyEvent): string | null {
  tx.write(
    activityWrite(services, {
      ...actorOf(caller),
      ...event,
      module: 'Administration',
      values: { who: caller.name, ...(name !== undefined && { name }), ...whereFrom(origin) },
    }),
  );
  if (event.kind === 'keyLimitsChanged') return null;
  const notice = noticeTo(services, { uid: caller.uid, user: caller }, { kind: event.kind, origin, what: name ?? '' });
  tx.write(...notice.writes);
  return notice.mailId;
}

const changeOf = (key: ApiKeyDocument) =>
  key.kind === 'scoped' ? ({ kind: 'keyChanged', name: key.name } as const) : ({ kind: 'keyLimitsChanged' } as const);
const isOver = (key: ApiKeyDocument, now: number) => key.expiresAt != null && key.expiresAt.toMillis() <= now;
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
