import { isDeepStrictEqual } from 'node:util';
import type { Grants, LiveLabels, LiveRecipe } from '@bedplate/contract';
import { armingMillis, versionsId } from '../../services/schema-lease.ts';
import type { Services } from '../../services/services.ts';
import { storages } from '../../store/collections.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { newJob } from '../records/model/new-job.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { listing } from '../records/schema/list-version.ts';
import { meaningOf } from '../records/write/live-labels.ts';
import { decidedLive } from './live-reach.ts';

interface Ruled {
  readonly storage: StorageRow;
  readonly recipes: LiveRecipe[];
  readonly version: number;
  readonly actor: string;
}

interface Labelling {
  readonly labels?: LiveLabels;
  readonly writes: Write[];
}

/**
 * @param ruled a storage with the recipes of its rules from this commit on, and their version
 * @returns the labels by which LiveSync decides them, and what gives them to the records that are stored already: decision 118
 */
export async function labelling(
  services: Pick<Services, 'records' | 'clock'>,
  tx: Transaction,
  { storage, recipes, version, actor }: Ruled,
): Promise<Labelling> {
  if (recipes.length === 0) return { writes: [] };
  const now = services.clock();
  const before = storage.data.access?.labels;
  const meaning = meaningOf(storage.data, recipes);
  const isReady = before?.meaning === meaning && before.isReady;
  const labels = { recipes, meaning, isReady, since: Math.max(now, (before?.since ?? 0) + 1) };
  if (isReady) return { labels, writes: [] };
  const listed = await tx.schemaVersions.get(versionsId);
  const job = { kind: 'labelStored', input: { meaning }, actor, notBefore: now + armingMillis } as const;
  return {
    labels,
    writes: [...listing(listed?.data, { id: storage.id, now, access: version }), newJob(services.records, storage, job).write],
  };
}

/**
 * Makes labels again where fields have another type since. Afterwards they are as those of rules that were saved just now. Rules that
 * can be decided only since then wait until they are saved: an instance may write by a copy of this version that does not know of it.
 */
export async function labelAgain(services: Pick<Services, 'store' | 'records' | 'clock'>, id: string, grants: Grants): Promise<void> {
  await services.store.transaction(async (tx) => {
    const storage = await tx.storages.get(id);
    const access = storage?.data.access;
    if (!storage || !access?.labels || !areOutdated(storage)) return;
    const decided = decidedLive(storage, grants);
    const recipes = decided.recipes.filter((recipe) => isKept(storage, recipe));
    const { labels, writes } = await labelling(services, tx, { storage, recipes, version: access.version, actor: 'system' });
    const { labels: _, ...others } = access;
    tx.write(storages.update(id, { access: { ...others, ...(labels && { labels }) } }), ...writes);
  });
}

export function areOutdated({ data }: StorageRow): boolean {
  const labels = data.access?.labels;
  return labels !== undefined && labels.meaning !== meaningOf(data, labels.recipes);
}

/** @returns whether writes give records the labels of a recipe */
export function isKept({ data }: StorageRow, recipe: LiveRecipe): boolean {
  return data.access?.labels?.recipes.some((kept) => isDeepStrictEqual(kept, recipe)) ?? false;
}
