import type { Services } from '../../services/services.ts';
import { applyAccount } from './apply-account.ts';

/** By account: the running comparison, and the one that follows it. */
const looks = new Map<string, { running: Promise<unknown>; next: Promise<boolean> | null }>();

/**
 * Works like `applyAccount`, but the events of one payment share a comparison that begins after them.
 * @returns whether the account changed
 */
export async function applyAccountSoon(services: Services, tenantId: string): Promise<boolean> {
  const key = `${services.config.projectId}/${tenantId}`;
  const present = looks.get(key);
  if (present?.next) return present.next;
  if (present) {
    present.next = present.running.then(
      () => start(services, tenantId, key),
      () => start(services, tenantId, key),
    );
    return present.next;
  }
  return start(services, tenantId, key);
}

function start(services: Services, tenantId: string, key: string): Promise<boolean> {
  const entry: { running: Promise<boolean>; next: Promise<boolean> | null } = { running: applyAccount(services, tenantId), next: null };
  looks.set(key, entry);
  const forget = () => {
    if (looks.get(key) === entry && entry.next === null) looks.delete(key);
  };
  entry.running.then(forget, forget);
  return entry.running;
}
