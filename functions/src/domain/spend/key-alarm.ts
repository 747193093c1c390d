import { log } from '../../config/log.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { createCache } from '../../memory/cache.ts';
import type { Services } from '../../services/services.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import type { KeyUseDocument } from '../../store/documents/documents.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import { periodOf } from './cap-period.ts';

/** A key costs more than usual when its day has so many times the credits of its middle day of the week before, of those with any. */
const times = 5;
const least = 1_000;
const shareOfMonth = 0.01;
/** A key with fewer days has no usual day. */
const daysKnown = 3;
const dayMillis = 86_400_000;
const lookAgainMillis = 600_000;

export interface UsedKey {
  readonly tenantId: string;
  readonly keyId: string;
}

/**
 * Mails the owner once a day when a key costs five times as much as usual: a loop, or a leaked key.
 * @returns a function to call with keys whose calls have been counted; it returns at once
 */
export function keyAlarmer(services: Services): (keys: readonly UsedKey[]) => void {
  /** Keys that were looked at lately: each look reads a document. */
  const seen = createCache<true>({ max: 10_000, ttlMillis: lookAgainMillis, now: services.clock, isOff: false });
  return function onCounted(keys) {
    for (const key of keys) {
      if (key.keyId === 'users' || seen.get(key.keyId)) continue;
      seen.set(key.keyId, true);
      look(services, key).catch((error: unknown) => log.warn('keys.alarmFailed', { keyId: key.keyId }, error));
    }
  };
}

async function look(services: Services, { tenantId, keyId }: UsedKey): Promise<void> {
  const { store, clock } = services;
  const use = (await store.keyUse.get(keyId))?.data;
  const found = use && unusual(use, clock());
  if (!found) return;
  const [tenant, key] = await Promise.all([store.tenants.get(tenantId), store.apiKeys.get(keyId)]);
  if (!tenant || found.credits < shareOfMonth * limitsOf(tenant.data).creditsPerMonth) return;
  const owner = (await store.users.get(tenant.data.ownerUid))?.data;
  if (!owner) return;
  const letter = {
    to: { name: owner.name, address: owner.email },
    template: 'key-alarm' as const,
    values: {
      name: owner.name,
      key: key?.data.kind === 'scoped' ? key.data.name : null,
      ...found,
      link: `${services.config.publicOrigin}/administration`,
    },
  };
  // The id says what the mail is about: two instances cannot both create it.
  const mail = newMail(services, letter, `key-alarm-${sha256(`${keyId} ${periodOf('day', clock())}`)}`);
  try {
    await store.commit([mail.write]);
  } catch (error) {
    if (isAlreadyExists(error)) return;
    throw error;
  }
  await deliver(services, mail.id);
}

/** @returns today's credits and those of a usual day, when there are five times as many */
export function unusual({ days = {} }: Pick<KeyUseDocument, 'days'>, now: number): { credits: number; usual: number } | null {
  const of = (day: number) => days[periodOf('day', now - day * dayMillis)];
  const week = [1, 2, 3, 4, 5, 6, 7].map(of);
  if (week.filter((credits) => credits !== undefined).length < daysKnown) return null;
  // Of the days on which it was used: a job that runs on three days of a week is no surprise on the third.
  const used = week.filter((credits) => credits !== undefined && credits > 0).sort((a = 0, b = 0) => a - b);
  const [usual = 0, credits = 0] = [used[Math.floor(used.length / 2)], of(0)];
  return credits >= least && credits >= times * Math.max(1, usual) ? { credits, usual } : null;
}
