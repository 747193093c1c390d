import type { FieldCatalogueEntry, JsonType, StorageDocument, ValueType } from '@bedplate/contract';
import { indexedDepth, type Leaf } from './leaves.ts';
import type { Timestamp } from '../../../store/model/values.ts';

/** Fields of a storage beyond these are stored and found by scanning only. */
export const catalogueSize = 1000;
/** The catalogue shares the storage's document, of at most 1 MiB, with the storage's settings. */
const catalogueBytes = 512 * 1024;
/** Bytes of an entry besides its path: its code, the names of its parts, the time, and every type, so that types always fit. */
const entryBytes = 96;
/** Records mark which of this many first fields they lack; for later fields a scan is needed. */
export const markedFields = 64;

/** The fields a storage has ever had, with the short codes under which they are indexed. */
export interface Catalogue {
  /** How many codes it knows: what a record carries as `known`. */
  readonly size: number;
  readonly wide: boolean;
  readonly grams: boolean;
  /** Records may have an index of the first form: see `RecordDocument.iv`. */
  readonly isFirstForm: boolean;
  /** Some field has a type by the schema. */
  readonly isTyped: boolean;
  /** Records may have the index of a field's declaration before. */
  readonly isChanging: boolean;
  /** By dotted path. */
  readonly byPath: ReadonlyMap<string, CatalogueField>;
  readonly fields: readonly CatalogueField[];
  /** Those that are declared as geo. */
  readonly places: readonly CatalogueField[];
}

export interface CatalogueField {
  readonly code: string;
  /** Codes are handed out in this order. */
  readonly number: number;
  readonly path: string;
  readonly types: readonly JsonType[];
  /** By the schema; `declaredBefore` until all records are indexed by `declared`. */
  readonly declared?: ValueType | undefined;
  readonly declaredBefore?: ValueType | 'none' | undefined;
  /** `known` of records whose writer did not know this field yet. */
  readonly unknownTo: readonly number[];
}

type Entries = StorageDocument<Timestamp>['fields'];

const seen = new WeakMap<Entries, Catalogue>();

/** @returns the catalogue of a storage document; the same document gives the same catalogue */
export function catalogueOf(storage: Pick<StorageDocument<Timestamp>, 'fields' | 'profile' | 'indexForm'>): Catalogue {
  const known = seen.get(storage.fields);
  if (known) return known;
  const entries = Object.entries(storage.fields)
    .map(([code, entry]) => ({ code, entry, number: numberOf(code) }))
    .sort((a, b) => a.number - b.number);
  const steps = growthSteps(entries.map(({ entry }) => entry));
  const fields = entries.map(({ code, entry, number }) => ({
    code,
    number,
    path: entry.path.join('.'),
    types: entry.types,
    declared: entry.declared,
    declaredBefore: entry.declaredBefore,
    unknownTo: steps.filter((step) => step <= number),
  }));
  const catalogue = {
    size: entries.length,
    wide: storage.profile.wide === true,
    grams: storage.profile.grams,
    isFirstForm: storage.indexForm === undefined,
    isTyped: fields.some(({ declared }) => declared !== undefined),
    isChanging: fields.some(({ declaredBefore }) => declaredBefore !== undefined),
    fields,
    places: fields.filter(({ declared }) => declared?.type === 'geo'),
    byPath: new Map(fields.map((field) => [field.path, field])),
  };
  seen.set(storage.fields, catalogue);
  return catalogue;
}

/** True when a path without a code has no value in any record; a map is known only by the fields inside it. */
export function isSurelyAbsent(catalogue: Catalogue, path: string): boolean {
  if (catalogue.byPath.has(path) || catalogue.wide || catalogue.size >= catalogueSize || path.split('.').length > indexedDepth)
    return false;
  return !catalogue.fields.some((field) => field.path.startsWith(`${path}.`));
}

/** Each field with this type: records like those before, which is nearly all. */
export function knowsAll(catalogue: Catalogue, leaves: readonly Leaf[]): boolean {
  return leaves.every(({ path, type }) => catalogue.byPath.get(path.length === 1 ? (path[0] ?? '') : path.join('.'))?.types.includes(type));
}

/** @returns the entries to add or change for these leaves, or null when the catalogue knows them all */
export function growth(entries: Entries, leaves: readonly Leaf[], now: Timestamp): Entries | null {
  const byPath = new Map(Object.entries(entries).map(([code, entry]) => [entry.path.join('.'), { code, entry }]));
  const changed: Entries = {};
  let bytes: number | undefined;
  for (const { path, type } of leaves) {
    const key = path.join('.');
    const known = byPath.get(key);
    if (known?.entry.types.includes(type)) continue;
    if (!known) {
      if (byPath.size >= catalogueSize) continue;
      bytes ??= Object.values(entries).reduce((sum, entry) => sum + bytesOf(entry.path), 0);
      if (bytes + bytesOf(path) > catalogueBytes) continue;
      bytes += bytesOf(path);
    }
    const code = known?.code ?? codeOf(byPath.size);
    const entry: FieldCatalogueEntry<Timestamp> = known
      ? { ...known.entry, types: [...known.entry.types, type] }
      : { path: [...path], types: [type], firstSeen: now };
    changed[code] = entry;
    byPath.set(key, { code, entry });
  }
  return Object.keys(changed).length > 0 ? changed : null;
}

/** @returns the entries of new fields under codes of their own, as far as the catalogue has room */
export function newEntries(entries: Entries, wanted: readonly FieldCatalogueEntry<Timestamp>[]): Entries {
  const added: Entries = {};
  let size = Object.keys(entries).length;
  let bytes = Object.values(entries).reduce((sum, entry) => sum + bytesOf(entry.path), 0);
  for (const entry of wanted) {
    bytes += bytesOf(entry.path);
    if (size >= catalogueSize || bytes > catalogueBytes) return added;
    added[codeOf(size)] = entry;
    size += 1;
  }
  return added;
}

/** Sizes that the catalogue had between its growths, from 0 on: fields added together share `firstSeen`. */
function growthSteps(entries: readonly FieldCatalogueEntry<Timestamp>[]): number[] {
  const steps = [0];
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    if (before && !before.firstSeen.isEqual(entry.firstSeen)) steps.push(i);
  });
  return steps;
}

function bytesOf(path: readonly string[]): number {
  return path.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, entryBytes);
}

function codeOf(number: number): string {
  return `f${number.toString(36)}`;
}

function numberOf(code: string): number {
  return Number.parseInt(code.slice(1), 36);
}
