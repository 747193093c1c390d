import { type Condition, documentId } from '../../../store/model/query-spec.ts';
import { idOf, keyAtMillis, meanStep, millisOfId, tailOfId } from '../../../store/time-ordered-id.ts';
import { recordsPath } from '../model/paths.ts';
import type { Reader } from './budget.ts';
import type { Position } from './candidate.ts';

/** Records that are cheaper to read over than to count around. */
const readOver = 20;

/** After these, halving finds it surely. */
const guesses = 24;

/** A key boundary in time: `rank` records are newer than `millis`. */
interface Anchor {
  readonly millis: number;
  readonly rank: number;
}

/** The records of a list in key order; ranges of them can be counted. */
interface Keys {
  readonly reader: Reader;
  readonly storageId: string;
  readonly where: readonly Condition[];
}

interface Target {
  /** How many records come before the page. */
  readonly target: number;
  /** How many there are. */
  readonly total: number;
  /** createdAt of the newest and of the oldest, in milliseconds. */
  readonly newest: number;
  readonly oldest: number;
}

/**
 * Finds where a far page starts by counting key ranges instead of reading everything before it: guesses from the known times,
 * counts the shorter side, and repeats until the rest is small.
 * @returns a position to start after (none: the start), and how many to pass over from there
 */
export async function seekRank(
  keys: Keys,
  { target, total, newest, oldest }: Target,
): Promise<{ from: Position | undefined; offset: number }> {
  let newer: Anchor = { millis: newest, rank: 0 };
  let older: Anchor = { millis: oldest - 1, rank: total };
  // Clustered times mislead a guess: after one on the same side of the target, the next step is twice as long.
  let reach = 1;
  for (let step = 0; target - newer.rank > readOver && newer.millis - older.millis > 1 && keys.reader.left > 0; step += 1) {
    const between = { newer, older, target };
    const guess = step < guesses ? guessed(between, reach) : (newer.millis + older.millis) / 2;
    const millis = Math.min(newer.millis - 1, Math.max(older.millis + 1, Math.round(guess)));
    const rank = await rankAt(keys, millis, between);
    const stays = isNearer(between) === rank <= target;
    reach = stays ? reach * 2 : 1;
    if (rank <= target) newer = { millis, rank };
    else older = { millis, rank };
  }
  const start = { key: keyAtMillis(newer.millis), rank: newer.rank };
  const { key, rank } = target - newer.rank > readOver ? await seekInMoment(keys, target, start) : start;
  return { from: rank === 0 ? undefined : { value: null, id: key }, offset: target - rank };
}

interface Between {
  readonly newer: Anchor;
  readonly older: Anchor;
  readonly target: number;
}

/** From the nearer of the two known times, so that few records lie between, at the pace of the stretch. */
function guessed({ newer, older, target }: Between, reach: number): number {
  const pace = ((newer.millis - older.millis) / Math.max(1, older.rank - newer.rank)) * reach;
  const margin = readOver / 2;
  if (isNearer({ newer, older, target })) return newer.millis - (target - newer.rank - margin) * pace;
  return older.millis + (older.rank - target + margin) * pace;
}

/** @returns whether the target is nearer to the newer end */
function isNearer({ newer, older, target }: Between): boolean {
  return target - newer.rank <= older.rank - target;
}

interface KeyAnchor {
  readonly key: string;
  readonly rank: number;
}

/** Many records of one millisecond come from one bulk call: their keys are about evenly spaced. */
async function seekInMoment({ reader, storageId, where }: Keys, target: number, start: KeyAnchor): Promise<KeyAnchor> {
  let anchor = start;
  let share = 1;
  for (let attempt = 0; attempt < 6 && target - anchor.rank > readOver; attempt += 1) {
    const { rows } = await reader.query({
      from: recordsPath(storageId),
      where: [...where, [documentId, '>', anchor.key]],
      orderBy: [[documentId, 'asc']],
      limit: 1,
      select: [],
    });
    const first = rows[0]?.id;
    const millis = first === undefined ? null : millisOfId(first);
    if (first === undefined || millis === null) return anchor;
    const steps = Math.floor((target - anchor.rank - readOver / 2) * share);
    const key = idOf(millis, tailOfId(first) + BigInt(steps * meanStep), first[0]);
    const range: Condition[] = [
      [documentId, '>', anchor.key],
      [documentId, '<=', key],
    ];
    const rank = anchor.rank + (await reader.count({ from: recordsPath(storageId), where: [...where, ...range] }));
    if (rank <= target) anchor = { key, rank };
    else share /= 2;
  }
  return anchor;
}

async function rankAt({ reader, storageId, where }: Keys, millis: number, between: Between): Promise<number> {
  const { newer, older } = between;
  const fromNewer = isNearer(between);
  const range = fromNewer ? keysBetween(newer.millis, millis) : keysBetween(millis, older.millis);
  const count = await reader.count({ from: recordsPath(storageId), where: [...where, ...range] });
  return fromNewer ? newer.rank + count : older.rank - count;
}

/** Keys made after `to` and not after `from`: a later time is a smaller key. */
function keysBetween(from: number, to: number): Condition[] {
  return [
    [documentId, '>', keyAtMillis(from)],
    [documentId, '<=', keyAtMillis(to)],
  ];
}
