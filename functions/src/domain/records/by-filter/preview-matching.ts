import type { DataRecord, FieldProblem, Json } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { toRecordJson } from '../model/present.ts';
import { type Claim, claimsOf, taken } from '../model/unique-claims.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Candidate } from '../query/candidate.ts';
import type { ListQuery } from '../query/list-query.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { isWarned, ruleClaims } from '../unique/rule-claims.ts';
import { inPlace } from '../write/refusals.ts';
import { writeRecords } from '../write/write-records.ts';
import { type Act, authorIn, writeOf } from './act.ts';
import { selectMatching } from './select-matching.ts';

const shown = 10;
const triedAtOnce = 16;

export interface Refused {
  readonly id: string;
  readonly message: string;
}

export interface MatchingPreview {
  readonly matched: number;
  readonly isExact: boolean;
  /** The first of them: as an update would leave them, or as a delete finds them. */
  readonly samples: readonly DataRecord[];
  /** Records that were tried, and those that refuse the change; the first ones are named. */
  readonly tried: number;
  readonly refused: number;
  readonly refusals: readonly Refused[];
  /** Faults by the schema that would be stored all the same, of the first records that have any. */
  readonly warnings: readonly FieldProblem[];
  /** Too many for one commit: each changes by itself, and those that refuse stay as they are. */
  readonly isJob: boolean;
}

/** Tries the change on the first records that match, and writes nothing. */
export async function previewMatching(
  services: RecordServices,
  storage: StorageRow,
  { asked, act }: { asked: ListQuery; act: Act },
): Promise<MatchingPreview> {
  const page = await selectMatching(services, storage, { asked, act });
  const tried = await tryEach(services, storage, { act, found: page.found });
  const outcomes = clashesAmong(storage, await rulesOf(services, storage), tried);
  const refused = outcomes.filter(({ error }) => error !== undefined);
  return {
    matched: page.total,
    isExact: page.totalIsExact,
    samples: outcomes.slice(0, shown).map(({ found, after }) => after ?? jsonOf(services, storage, found)),
    tried: outcomes.length,
    refused: refused.length,
    refusals: refused.slice(0, shown).map(({ found, error }) => ({ id: found.stored.clientId ?? found.id, message: error?.message ?? '' })),
    warnings: outcomes
      .flatMap(({ found, warnings = [] }) => inPlace(`records[${found.stored.clientId ?? found.id}]`, warnings))
      .slice(0, shown),
    isJob: page.next !== null,
  };
}

interface Tried {
  readonly found: Candidate;
  readonly after?: DataRecord | undefined;
  readonly warnings?: readonly FieldProblem[] | undefined;
  readonly error?: ApiError | undefined;
}

async function tryEach(
  services: RecordServices,
  storage: StorageRow,
  { act, found }: { act: Act; found: readonly Candidate[] },
): Promise<Tried[]> {
  const outcomes: Tried[] = [];
  const waiting = [...found.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      outcomes[next[0]] = await tryOne(services, storage, { act, found: next[1] });
  };
  await Promise.all(Array.from({ length: triedAtOnce }, worker));
  return outcomes;
}

async function tryOne(services: RecordServices, storage: StorageRow, { act, found }: { act: Act; found: Candidate }): Promise<Tried> {
  const { ifUpdatedAt: _, ...write } = { ...writeOf(storage, act, found), where: '' };
  try {
    const [result] = await writeRecords(services, [write], { ...authorIn(act, ''), isTrial: true });
    return { found, after: result?.data, warnings: result?.warnings };
  } catch (error) {
    if (error instanceof ApiError) return { found, error };
    throw error;
  }
}

/** Each passes by itself, and yet two of them would have the same unique values. @returns the outcomes with what is refused, or warned of, for that */
function clashesAmong(storage: StorageRow, rules: StorageRules | undefined, tried: readonly Tried[]): Tried[] {
  const claimed = new Set<string>();
  return tried.map((one) => {
    if (!one.after) return one;
    const fields = one.after as Record<string, Json>; // its undefined fields do not matter here
    const claims: Claim[] = [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)];
    const clashes = claims.filter(({ path }) => claimed.has(path));
    const refusing = clashes.find((claim) => !isWarned(claim, rules));
    if (refusing) return { ...one, error: taken([{ fields: refusing.fields }]) };
    for (const { path } of claims) claimed.add(path);
    const warned = clashes.flatMap((claim) => taken([{ fields: claim.fields }]).details ?? []);
    return { ...one, warnings: [...(one.warnings ?? []), ...warned] };
  });
}

function jsonOf({ files }: RecordServices, { data }: StorageRow, found: Candidate): DataRecord {
  return toRecordJson(found, { softDelete: data.is_softDelete, files });
}
