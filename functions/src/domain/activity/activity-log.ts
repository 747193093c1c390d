import {
  type Activity,
  type ActivityModule,
  type ActivityKind,
  activityParts,
  activitySentence,
  activitySentences,
  retentionDays,
  rendered,
  type Values,
} from '@bedplate/contract';
import type { Origin } from '../callers/caller.ts';
import type { Services } from '../../services/services.ts';
import { activity } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';

export interface ActivityEntry {
  tenantId: string;
  /** Null for what concerns the whole account. */
  projectId: string | null;
  /** The person who did it. */
  userId: string;
  /** The account's owner. */
  adminId: string;
  module: ActivityModule;
  activity: Activity;
  kind: ActivityKind;
  /** Fill the placeholders of the kind's sentence. */
  values: Values;
  /** For work that takes several calls; see `tallyActivity`. */
  tally?: { storageId: string; count: number };
  /** The history of the records names the row: see `origin.activityId` of a change. */
  inHistory?: boolean;
}

/**
 * Makes a row of the activity log, to be written in the commit of its change.
 * @param made id and time of the row
 */
export function activityWrite(services: Services, entry: ActivityEntry, made = services.makeId()): Write {
  return activity.create(made.id, {
    ...entry,
    ...describedAs(entry),
    scope: entry.projectId ?? entry.tenantId,
    createdAt: Timestamp.fromMillis(made.millis),
    expiresAt: Timestamp.fromMillis(made.millis + retentionDays.activity * 86_400_000),
  });
}

/** Writes a row after a change that has its own commit. */
export async function logActivity(services: Services, entry: ActivityEntry, made = services.makeId()): Promise<void> {
  await services.store.commit([activityWrite(services, entry, made)]);
}

const longest = 500;
const words = { ...activitySentences, ...activityParts };

/** @returns the entry's code, and its English for those who read the log without the console */
export function describedAs({ kind, values }: Pick<ActivityEntry, 'kind' | 'values'>): {
  kind: ActivityKind;
  values: Values;
  description: string;
} {
  const kept = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, longest) : value]);
  const description = activitySentence(kind, values, (word, places) => rendered(words[word], places));
  return { kind, values: Object.fromEntries(kept), description: description.slice(0, longest) };
}

/** @returns the places of a sentence that says where somebody was */
export function whereFrom({ ip, userAgent }: Origin): Values {
  return { ip, ...(userAgent && { device: userAgent }) };
}
