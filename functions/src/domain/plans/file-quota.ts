import { planLimits, type Tier } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Store } from '../../store/access.ts';
import { increment } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { FileUsageDocument } from '../../store/documents/usage-documents.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { fileUsage, tenants } from '../../store/collections.ts';

export type FileUsageChange = Partial<FileUsageDocument>;

/**
 * Counts a change of an account's files. One that adds bytes reads the count and the plan, so that it belongs into the transaction
 * that stores the file: two uploads cannot share the last room.
 * @returns the writes @throws {ApiError} quota-exceeded, with what the plan includes and what is used
 */
export async function countFiles(tx: Pick<Store, 'getAll'>, tenantId: string, change: FileUsageChange): Promise<Write[]> {
  const { bytes = 0, files = 0, pending = 0, kept = 0 } = change;
  if (bytes === 0 && files === 0 && pending === 0 && kept === 0) return [];
  if (bytes + pending > 0) await requireRoom(tx, tenantId, bytes + pending);
  const changes = Object.entries({ bytes, files, pending, kept }).filter(([, by]) => by !== 0);
  return [fileUsage.merge(tenantId, Object.fromEntries(changes.map(([name, by]) => [name, increment(by)])))];
}

/** @returns what is used of what the plan includes, in bytes */
export async function readFileUsage(
  store: Pick<Store, 'getAll'>,
  tenantId: string,
): Promise<{ bytes: number; files: number; pending: number; kept: number; limit: number; tier: Tier }> {
  const [usage, tenant] = await store.getAll<object>([fileUsage.path(tenantId), tenants.path(tenantId)]);
  const { bytes = 0, files = 0, pending = 0, kept = 0 } = (usage?.data ?? {}) as FileUsageChange; // of these two collections
  const tier = (tenant?.data as TenantDocument | undefined)?.plan.tier ?? 'free';
  return { bytes, files, pending, kept, limit: planLimits[tier].fileBytes, tier };
}

/** @throws {ApiError} quota-exceeded, with what the plan includes and what is used */
export async function requireRoom(tx: Pick<Store, 'getAll'>, tenantId: string, more: number): Promise<void> {
  const { bytes, pending, limit, tier } = await readFileUsage(tx, tenantId);
  if (bytes + pending + more <= limit) return;
  const message = say('filesFull', { tier, limit: sizeText(limit), used: sizeText(bytes + pending), more: sizeText(more) });
  throw new ApiError('quota-exceeded', message, { field: 'file' });
}

function sizeText(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${['bytes', 'KiB', 'MiB', 'GiB'][step]}`;
}
