import { askedOf, type FieldUse, type Grant, type SavedView } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { storedGrants } from '../grants/stored-grants.ts';
import { closedFieldsOf, isAlwaysClosed } from '../records/model/closed-fields.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { viewConditions } from '../records/query/view-conditions.ts';
import { readSchema } from '../records/schema/save-schema.ts';
import { listSavedViews } from '../storages/saved-views.ts';

interface Asked {
  readonly caller: Caller;
  readonly path: { readonly projectId: string; readonly storageId: string };
  readonly field: string;
}

/** @returns what names a field of a storage, so that nobody ends its declaration unaware @throws {ApiError} not-found */
export async function fieldUses(services: Services, { caller, path, field }: Asked): Promise<FieldUse[]> {
  const storage = await findStorage(services, { caller, ...path });
  const [views, { schema }, rules] = await Promise.all([
    listSavedViews(services, caller, path),
    readSchema(services, caller, path),
    rulesNaming(services, storage, field),
  ]);
  const declared = schema.fields[field];
  const target = declared?.type === 'reference' && declared.storage ? await services.store.storages.get(declared.storage) : null;
  return [
    ...rules,
    ...views.filter((view) => isInView(view, field)).map(({ name }): FieldUse => ({ kind: 'view', name })),
    ...schema.unique.flatMap(({ fields }): FieldUse[] => (fields.includes(field) ? [{ kind: 'unique', fields }] : [])),
    ...(schema.totals ?? []).flatMap(({ by, sum = [] }): FieldUse[] =>
      by.includes(field) || sum.includes(field) ? [{ kind: 'total', by, sum }] : [],
    ),
    ...(target?.data.projectId === path.projectId ? [{ kind: 'reference', storage: target.data.storageName } as const] : []),
    ...(isAlwaysClosed(closedFieldsOf(storage), field) ? [{ kind: 'closed' } as const] : []),
  ];
}

/** Rules of the storage, and of a users storage also those of others that ask for the field of who calls. */
async function rulesNaming(services: Services, storage: StorageRow, field: string): Promise<FieldUse[]> {
  const own = (await rulesOf(services, storage)).flatMap((rule, at): FieldUse[] =>
    isInRule(rule, field) ? [{ kind: 'rule', number: at + 1, storage: null }] : [],
  );
  if (!isUserStorage(storage)) return own;
  const { rows } = await services.store.storages.query({
    where: [
      ['projectId', '==', storage.data.projectId],
      ['archived', '==', false],
    ],
  });
  const ofAll = rows.map(async (other): Promise<FieldUse[]> => {
    const rules = await rulesOf(services, other);
    const name = other.id === storage.id ? null : other.data.storageName;
    return rules.flatMap((rule, at): FieldUse[] => (asksUserFor(rule, field) ? [{ kind: 'rule', number: at + 1, storage: name }] : []));
  });
  const asking = (await Promise.all(ofAll)).flat();
  const isTold = (use: FieldUse) => own.some((one) => JSON.stringify(one) === JSON.stringify(use));
  return [...own, ...asking.filter((use) => !isTold(use))];
}

async function rulesOf(services: Services, { id, data: { access } }: StorageRow): Promise<readonly Grant[]> {
  return access ? storedGrants(services.records, id, access.version) : [];
}

function isInRule({ who, if: before = [], after = [], fields = {} }: Grant, field: string): boolean {
  const { hidden = [], readOnly = [], writeOnce = [], server = {} } = fields;
  const owner = typeof who === 'object' && 'owner' in who ? [who.owner] : [];
  const team = typeof who === 'object' && 'team' in who ? [who.team] : [];
  const compared = [...before, ...after].flat().map((term) => term.field);
  const named = [...hidden, ...readOnly, ...writeOnce, ...Object.keys(server)];
  return [...owner, ...team, ...compared, ...named].some((path) => isOf(path, field));
}

function asksUserFor({ who, if: before = [], after = [], fields = {} }: Grant, field: string): boolean {
  if (field === 'role' && typeof who === 'object' && 'role' in who) return true;
  const values = [...[...before, ...after].flat().flatMap(({ value }) => value), ...Object.values(fields.server ?? {})];
  return values.some((value) => {
    const asked = typeof value === 'string' ? askedOf(value) : null;
    return asked?.kind === 'user' && asked.field === field;
  });
}

function isInView({ view: { where, sort, hidden } }: SavedView, field: string): boolean {
  return [...pathsIn(where), ...(sort ? [sort.field] : []), ...hidden].some((path) => isOf(path, field));
}

/** A view may have conditions that an earlier version took. */
function pathsIn(where: string): string[] {
  try {
    const { filters, either = [] } = viewConditions(where);
    return [...filters, ...either.flat()].map(({ path }) => path);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** @returns whether a path begins with the field */
function isOf(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
