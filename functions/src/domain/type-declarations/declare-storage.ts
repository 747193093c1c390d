import type { SchemaField } from '@bedplate/contract';
import { isKept, type KnownStorage } from '../openapi/known-storage.ts';
import { learnedFields } from '../openapi/learned-fields.ts';
import { requiredOfCreate } from '../openapi/record-schema.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { learnedType, sentType, storedType } from './field-type.ts';
import { comment, member } from './member.ts';

/** Names of the types of a storage. */
export interface Interfaces {
  readonly record: string;
  readonly create: string;
  readonly change: string;
}

interface Member {
  readonly type: string;
  readonly isOptional: boolean;
  readonly about?: string;
}

/** @param name of the types, without its end */
export function declareStorage(storage: KnownStorage, name: string): { interfaces: Interfaces; text: string } {
  const { row, rules } = storage;
  const interfaces = { record: `${name}Record`, create: `${name}Create`, change: `${name}Change` };
  const setOnce = [...(rules?.fields ?? [])].flatMap(([field, { readOnly, computed }]) => (readOnly && !computed ? [field] : []));
  const changed =
    setOnce.length > 0 ? `Omit<${interfaces.create}, ${setOnce.map((field) => JSON.stringify(field)).join(' | ')}>` : interfaces.create;
  const title = `${row.data.storageName}: ${row.data.storageKey}/${row.id}.`;
  const lines = [
    '',
    comment(`${title} As it is read.`),
    interfaceOf(interfaces.record, recordMembers(storage)),
    '',
    comment(`${title} As it is created.`),
    interfaceOf(interfaces.create, createMembers(storage)),
    '',
    comment(`${title} As it is changed.`),
    `export type ${interfaces.change} = Partial<${changed}>;`,
    '',
  ].join('\n');
  return { interfaces, text: lines };
}

function interfaceOf(name: string, members: ReadonlyMap<string, Member>): string {
  const lines = [...members].flatMap(([field, { about, ...rest }]) => [
    ...(about ? [`  ${comment(about)}`] : []),
    `  ${member(field, rest)};`,
  ]);
  return [`export interface ${name} {`, ...lines, '}'].join('\n');
}

const text: Member = { type: 'string', isOptional: false };
const fileMetadata = `{ name?: string; size?: number; type?: string; url?: string; uploadedAt?: string; thumbnails?: { [size: string]: string } }`;

/** A declared field is there where the schema is enforced and requires it. */
function recordMembers({ row, rules }: KnownStorage): Map<string, Member> {
  const learned = learnedFields(row.data);
  const kept = isKept(rules);
  const own = new Map<string, Member>();
  for (const [name, field] of rules?.fields ?? []) {
    const type = storedType(field, { isKept: kept, seen: learned.get(name)?.types ?? new Set() });
    if (name !== 'password') own.set(name, { type, isOptional: !(kept && field.required), about: aboutOf(field) });
  }
  for (const [name, field] of learned) if (!own.has(name)) own.set(name, { type: learnedType(field), isOptional: true });
  const system: [string, Member][] = [
    ['createdAt', text],
    ['updatedAt', text],
    ...(row.data.is_softDelete
      ? ([
          ['is_deleted', { type: 'boolean', isOptional: true }],
          ['deletedAt', { type: 'string | null', isOptional: true }],
        ] satisfies [string, Member][])
      : []),
    ['file_metadata', { type: `{ [field: string]: ${fileMetadata} }`, isOptional: true }],
  ];
  return new Map([['id', text], ...own, ...system]);
}

/** Names that the server sets are left out, and so are values that it computes. */
function createMembers({ row, rules }: KnownStorage): Map<string, Member> {
  const members = new Map<string, Member>(isUserStorage(row) ? userMembers : []);
  for (const [name, field] of learnedFields(row.data))
    if (!members.has(name)) members.set(name, { type: learnedType(field), isOptional: true });
  const declared = [...(rules?.fields ?? [])];
  const required = requiredOfCreate(declared);
  for (const [name, field] of declared) {
    members.delete(name);
    if (!field.computed) members.set(name, { type: sentType(field), isOptional: !required.includes(name), about: aboutOf(field) });
  }
  return members;
}

const userMembers: [string, Member][] = [
  ['username', text],
  ['password', text],
  ['email', { type: 'string | null', isOptional: true }],
];

/** TypeScript has one type for many of ours. */
function aboutOf({ description, type, of }: SchemaField): string {
  return `${description ? `${description} ` : ''}(${of ? `${type} of ${of}` : type})`;
}
