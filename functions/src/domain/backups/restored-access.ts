import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, Grants, grantsOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { saveAccess } from '../grants/save-access.ts';
import { storedGrants } from '../grants/stored-grants.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { reasonsOf, restoreGap } from './restore-gap.ts';
import type { PartOutcome, Restoring } from './restoring.ts';

/**
 * Gives a storage its access rules of that time as the next version. A rule that today's keys and users do not allow is left out and told;
 * where no rules can be saved, a new storage is closed and others keep theirs. One read where they are the same.
 */
export async function restoreAccess(
  services: Services,
  caller: Caller,
  { storage, backed, isNew, isTrial }: Restoring,
): Promise<PartOutcome> {
  const { accessRules, settings } = backed;
  if (!storage) return { part: accessRules === null ? null : 'access', gaps: [] };
  const isRuled = storage.data.access !== undefined;
  if (accessRules === null && !isRuled) return { part: null, gaps: [] }; // the settings say none, own or all
  const wanted = accessRules === null ? grantsOf(settings.endUserAccess, isUserStorage(storage)) : Grants.parse(JSON.parse(accessRules));
  if (storage.data.access) {
    const present = await storedGrants(services, storage.id, storage.data.access.version);
    if (isDeepStrictEqual(present, wanted)) return { part: null, gaps: [] };
  }
  if (isTrial) return { part: 'access', gaps: [] };
  return saved(services, caller, { storage, wanted, isNew });
}

async function saved(
  services: Services,
  caller: Caller,
  { storage, wanted, isNew }: { storage: StorageRow; wanted: Grants; isNew: boolean },
): Promise<PartOutcome> {
  try {
    await save(services, caller, { storage, grants: wanted });
    return { part: 'access', gaps: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reasons = reasonsOf('access', error);
    const left = new Map(reasons.map((reason) => [ruleOf(reason), reason]));
    const isByRule = reasons.every((reason) => ruleOf(reason) !== null);
    const kept = isByRule ? wanted.filter((_, i) => !left.has(i)) : [];
    if (kept.length === 0 && !isNew) return { part: null, gaps: [restoreGap('access', 'restoreRules'), ...reasons] };
    await save(services, caller, { storage, grants: kept });
    if (kept.length === 0) return { part: null, gaps: [restoreGap('access', 'restoreRules'), ...reasons] };
    const told = reasons.flatMap((reason) => [restoreGap(reason.field, 'restoreRule', { number: (ruleOf(reason) ?? 0) + 1 }), reason]);
    return { part: 'access', gaps: told };
  }
}

/** The fields that the rules name come with the records. */
async function save(services: Services, caller: Caller, { storage, grants }: { storage: StorageRow; grants: Grants }): Promise<void> {
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  await saveAccess(services, caller, { path, change: { version: storage.data.access?.version ?? 0, grants }, fieldsFollow: true });
}

function ruleOf({ field }: FieldProblem): number | null {
  const [, at] = /^grants\[(\d+)\]/.exec(field) ?? [];
  return at === undefined ? null : Number(at);
}
