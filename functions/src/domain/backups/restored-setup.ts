import type { FieldProblem, SetupPart } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { restoreAccess } from './restored-access.ts';
import { restoreEndpoints } from './restored-endpoints.ts';
import { restoreMails } from './restored-mails.ts';
import { restoreSchema } from './restored-schema.ts';
import { restoreSettings } from './restored-settings.ts';
import { restoreViews } from './restored-views.ts';
import type { Restoring } from './restoring.ts';

export interface Setup {
  readonly setup: SetupPart[];
  readonly gaps: FieldProblem[];
}

/** In this order: rules name fields that a schema declares, and ask for fields of app users that settings close. */
const parts = [restoreSettings, restoreSchema, restoreAccess, restoreEndpoints, restoreViews, restoreMails];

/**
 * Brings back what storages have beside their records. Each part is done for all of them before the next: a schema refers to other storages.
 * A refusal is told, and stops nothing else.
 */
export async function restoreSetup(services: Services, caller: Caller, all: readonly Restoring[]): Promise<Map<string, Setup>> {
  const outcomes = new Map(all.map(({ from }): [string, Setup] => [from, { setup: [], gaps: [] }]));
  for (const restorePart of parts) {
    for (const restoring of all) {
      const { part, gaps } = await restorePart(services, caller, await asItIs(services, restoring));
      const outcome = outcomes.get(restoring.from);
      if (part) outcome?.setup.push(part);
      outcome?.gaps.push(...gaps);
    }
  }
  return outcomes;
}

/** Each part is saved upon what the part before has left. */
async function asItIs({ store }: Services, restoring: Restoring): Promise<Restoring> {
  if (!restoring.storage || restoring.isTrial) return restoring;
  return { ...restoring, storage: await store.storages.get(restoring.storage.id) };
}
