import { type ProposedField, type SchemaField, systemFields } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { countOtherKinds, isCounted } from './count-kinds.ts';
import { isOf, proposedType } from './propose-type.ts';
import { readSample, type Sample } from './read-sample.ts';
import { shownExamples } from './shown-examples.ts';

/** Records that are looked at; the catalogue knows of the rest. */
const sampled = 300;

/**
 * Reads from the stored values what the fields are, in the order in which the fields came. Declared fields are left out.
 * @throws {ApiError} not-found
 */
export async function proposeFields(
  services: Services,
  caller: Caller,
  { projectId, storageId }: { projectId: string; storageId: string },
): Promise<ProposedField[]> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  const sample = await readSample(services.store, storageId, sampled);
  const proposed = await Promise.all(undeclared(storage).map((name) => propose(services, storage, { name, sample })));
  return proposed.filter((field) => field !== undefined);
}

function undeclared({ data }: StorageRow): string[] {
  const entries = Object.entries(data.fields).sort(([a], [b]) => Number.parseInt(a.slice(1), 36) - Number.parseInt(b.slice(1), 36));
  const declared = new Set(entries.flatMap(([, { path, declared }]) => (declared && path.length === 1 ? [path[0]] : [])));
  const names = entries.map(([, { path }]) => path[0] ?? '');
  return [...new Set(names)].filter((name) => name !== '' && !declared.has(name) && !(systemFields as readonly string[]).includes(name));
}

async function propose(
  services: Services,
  storage: StorageRow,
  { name, sample }: { name: string; sample: Sample },
): Promise<ProposedField | undefined> {
  const values = sample.records.flatMap(({ id, fields, files }) => {
    const value = Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
    return value === null ? [] : [{ id, value, isFile: files.includes(name) }];
  });
  const field = values.some(({ isFile }) => isFile) ? ({ type: 'file' } as const) : proposedType(values.map(({ value }) => value));
  if (!field) return sample.isAll ? undefined : unseen(storage, name);
  const wrong = values.filter(({ value }) => !isOf(value, field));
  const others = sample.isAll ? undefined : await countOtherKinds(services.records, storage, { name, field });
  return {
    name,
    field,
    disagreeing: Math.max(wrong.length, others?.count ?? 0),
    isExact: sample.isAll || isCounted(field),
    examples: shownExamples([...wrong, ...(others?.examples ?? [])]),
  };
}

/** No record of the sample has the field: the catalogue says what earlier ones have. */
function unseen({ data }: StorageRow, name: string): ProposedField | undefined {
  const entries = Object.values(data.fields).filter(({ path }) => path[0] === name);
  const [type] = entries.some(({ path }) => path.length > 1)
    ? ['object']
    : entries.flatMap(({ types }) => types.filter((one) => one !== 'null'));
  return type === undefined ? undefined : { name, field: fieldOf(type), disagreeing: 0, isExact: false, examples: [] };
}

const typeOf: Readonly<Record<string, SchemaField['type']>> = { string: 'text', array: 'list', object: 'json' };

function fieldOf(type: string): SchemaField {
  return { type: typeOf[type] ?? (type as 'number' | 'boolean') }; // the types that have the same name
}
