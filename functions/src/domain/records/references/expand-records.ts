import { type DataRecord, type Json, limits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { type Members, pickFields, withExpanded } from '../model/pick-fields.ts';
import { toRecordJson } from '../model/present.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { View } from '../query/access.ts';
import { list } from '../query/list.ts';
import type { ListQuery } from '../query/list-query.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { type Link, linkOf } from './links.ts';
import type { Expansion } from './parse-expand.ts';
import { ledBy } from './led-by.ts';
import type { Reach } from './reach.ts';
import { idsIn } from './reference-fields.ts';
import { type Share, type Target, TargetReader } from './target-reader.ts';
import { counted } from '../../../validation/counted.ts';

/** How one name of `expand` was answered. */
export interface ExpandStep {
  /** With the names that lead to it: `comments.author`. */
  readonly name: string;
  readonly plan: string;
  readonly reads: number;
}

interface Work {
  readonly services: RecordServices;
  readonly reach: Reach;
  readonly reader: TargetReader;
  readonly steps: ExpandStep[];
}

/** A record to follow references from, and the keys that are noted beside them. */
export interface Origin {
  readonly record: DataRecord;
  readonly refs: Readonly<Record<string, string>> | undefined;
}

interface Level {
  readonly storage: StorageRow;
  readonly records: readonly Origin[];
  readonly expand: readonly Expansion[];
  /** The names that lead here, each with a dot behind it. */
  readonly path: string;
}

/**
 * Finds the records that others refer to, or that refer to them: by one batch for each level forward, and one query for each record
 * backward, all under the caller's rights.
 * @returns the members of `expand` for each record, in their order, and how they were found
 * @throws {ApiError} invalid-argument for a name that leads nowhere; permission-denied; query-too-broad
 */
export async function expandRecords(
  services: RecordServices,
  reach: Reach,
  { storage, records, expand }: Omit<Level, 'path'>,
): Promise<{ expanded: Members[]; steps: readonly ExpandStep[] }> {
  const work: Work = { services, reach, reader: new TargetReader(services), steps: [] };
  return { expanded: await levelOf(work, { storage, records, expand, path: '' }), steps: work.steps };
}

async function levelOf(work: Work, level: Level): Promise<Members[]> {
  const parts = await Promise.all(level.expand.map((expansion) => partOf(work, level, expansion)));
  return level.records.map((_, i) => Object.fromEntries(level.expand.map(({ name }, j) => [name, parts[j]?.[i] ?? null])));
}

/** @returns what one name gives each record */
async function partOf(work: Work, level: Level, expansion: Expansion): Promise<Json[]> {
  const link = await linkOf(work, level.storage, expansion);
  return link.isForward ? forward(work, level, { ...link, expansion }) : backward(work, level, { ...link, expansion });
}

type Following<L extends Link> = L & { readonly expansion: Expansion };

async function forward(
  work: Work,
  { records, path }: Level,
  { storage, field, expansion }: Following<Extract<Link, { isForward: true }>>,
): Promise<Json[]> {
  const ids = [...new Set(records.flatMap(({ record }) => idsIn(valueOf(record, field))))];
  const beside = Object.assign({}, ...records.map(({ refs }) => refs)) as Record<string, string>; // all of them are such
  const share: Share = { reads: 0 };
  const within = storage ? await work.reach.reachIn(storage) : undefined;
  const isTold = work.reach.isTold && !within?.access;
  const targets = storage
    ? await work.reader.targets(storage, { ids, owner: within?.owner, beside, looksInTrash: isTold, share })
    : new Map<string, Target>();
  const name = `${path}${expansion.name}`;
  work.steps.push({ name, plan: `${counted(ids.length, 'record')} in one batch`, reads: share.reads });

  const view = await ledBy({ name, field: 'expand', verb: 'read' }, () => within?.access?.reads);
  const found = storage ? ids.flatMap((id) => shownTarget(work, storage, { target: targets.get(id), view })) : [];
  const shown = await below(work, { storage, records: found, path: name }, expansion);
  const byId = new Map(found.map(({ record: { id } }, i) => [id, shown[i] ?? null]));
  return records.map(({ record }) => {
    const value = valueOf(record, field);
    const referred = idsIn(value).map((id) => byId.get(id) ?? unavailable(id, targets.get(id), isTold));
    return Array.isArray(value) ? referred : (referred[0] ?? null);
  });
}

/** A reference that leads to nothing is shown. App users do not learn whether there is a record that is not theirs. */
function unavailable(id: string, target: Target | undefined, isTold: boolean): Json {
  const reason = target && 'reason' in target ? target.reason : 'missing';
  return { id, unavailable: true, ...(isTold ? { reason } : {}) };
}

function shownTarget(
  work: Work,
  storage: StorageRow,
  { target, view }: { readonly target: Target | undefined; readonly view: View | undefined },
): Origin[] {
  return target && 'stored' in target ? shownRecord(work, storage, { found: { id: target.key, stored: target.stored }, view }) : [];
}

/** @param view where rules bind the caller @returns none for a record out of reach */
function shownRecord(
  { services }: Work,
  storage: StorageRow,
  { found, view }: { readonly found: Parameters<typeof toRecordJson>[0]; readonly view: View | undefined },
): Origin[] {
  const all = toRecordJson(found, { softDelete: storage.data.is_softDelete, files: services.files });
  const record = view ? view.see(all) : all;
  return record ? [{ record, refs: found.stored.refs }] : [];
}

/** Queries that are under way at once. */
const atOnce = 20;

async function backward(
  work: Work,
  { records, path }: Level,
  { storage, field, expansion }: Following<Extract<Link, { isForward: false }>>,
): Promise<Json[]> {
  if (records.length > limits.expandedParents) throw tooManyParents(expansion);
  const name = `${path}${expansion.name}`;
  const share: Share = { reads: 0 };
  const pages: Origin[][] = [];
  for (let i = 0; i < records.length; i += atOnce) {
    const queried = records.slice(i, i + atOnce).map(({ record }) => referring(work, storage, { field, id: record.id, expansion, share }));
    pages.push(...(await Promise.all(queried)));
  }
  work.steps.push({ name, plan: `a query for each of ${counted(records.length, 'record')}`, reads: share.reads });
  const shown = await below(work, { storage, records: pages.flat(), path: name }, expansion);
  let next = 0;
  return pages.map(({ length }) => shown.slice(next, (next += length)));
}

async function referring(
  work: Work,
  storage: StorageRow,
  { field, id, expansion, share }: { field: string; id: string; expansion: Expansion; share: Share },
): Promise<Origin[]> {
  const { query } = expansion;
  const own = parseListQuery(`filter[${encodeURIComponent(field)}]=${encodeURIComponent(id)}`);
  const { named: _, ...asked }: ListQuery = query ? { ...query, filters: [...query.filters, ...own.filters] } : own;
  const reached = await ledBy({ name: expansion.name, field: 'expand', verb: 'list' }, () =>
    work.reach.reached(storage, { ...asked, countsNoTotal: true }),
  );
  const page = await list(work.services, storage, reached);
  work.reader.spend(page.reads, share);
  const view = (await work.reach.reachIn(storage)).access?.lists;
  return page.found.flatMap((found) => shownRecord(work, storage, { found, view }));
}

/** @returns the records as `fields` and the next level make them */
async function below(
  work: Work,
  { storage, records, path }: Omit<Level, 'expand' | 'storage'> & { readonly storage: StorageRow | null },
  { fields, expand }: Expansion,
): Promise<Json[]> {
  const isDeeper = storage !== null && expand.length > 0 && records.length > 0;
  const expanded = isDeeper ? await levelOf(work, { storage, records, expand, path: `${path}.` }) : [];
  return records.map(({ record }, i) => withExpanded(pickFields(record, fields), expanded[i]) as Json); // undefined fields are left out of JSON
}

function valueOf(record: DataRecord, field: string): Json | undefined {
  return (record as Readonly<Record<string, Json | undefined>>)[field];
}

function tooManyParents({ name }: Expansion): ApiError {
  const message = `expand: ${name} takes a query for each record, of at most ${limits.expandedParents}. Ask for fewer records, or use a limit.`;
  return new ApiError('query-too-broad', message, { field: 'expand' });
}
