import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { responses, schemas, securitySchemes, systemProperties } from './components.ts';
import { fixedPaths, signUpPath, userPaths } from './fixed-paths.ts';
import { inPath, type PathItem, ref } from './operation.ts';
import { fieldsSchema, type Schema } from './record-schema.ts';
import { storagePaths } from './storage-paths.ts';

/** The data API for any project, as an OpenAPI 3.1 document. @param origin without a slash at the end */
export function describeGeneral(origin: string): Schema {
  const parameters = [inPath('storageKey'), inPath('storageId')];
  const shape = {
    base: '/{storageKey}/{storageId}',
    parameters,
    id: 'record',
    tag: 'Records',
    record: ref('Record'),
    fields: ref('Fields'),
    change: ref('Change'),
  };
  const paths = {
    ...fixedPaths(),
    ...userPaths('/users/{storageId}', [inPath('storageId')], 'user', 'App users'),
    ...signUpPath(),
    ...storagePaths(shape),
  };
  return document(origin, 'Bedplate data API', paths, schemas);
}

/** The data API of one project: its storages at their own paths, with the fields and types that their records have had. */
export function describeProject(origin: string, projectName: string, storages: readonly StorageRow[]): Schema {
  const paths = fixedPaths();
  const own: Record<string, Schema> = {};
  const taken = new Set<string>();
  for (const storage of [...storages].sort(byAge)) {
    const described = describeStorage(storage, taken);
    for (const name of namesOf(described)) taken.add(name);
    Object.assign(own, described.schemas);
    Object.assign(paths, described.paths);
  }
  return document(origin, `${projectName}: data API`, paths, { ...schemas, ...own });
}

/** A storage that is added takes no name away from those that were there. */
function byAge(a: StorageRow, b: StorageRow): number {
  return a.data.createdAt.toMillis() - b.data.createdAt.toMillis() || (a.id < b.id ? -1 : 1);
}

interface Described {
  readonly schemas: Record<string, Schema>;
  readonly paths: Record<string, PathItem>;
}

/** Takes the first name whose schemas and operations are unused: the changes of "price" collide with the records of "priceChange". */
function describeStorage(storage: StorageRow, taken: ReadonlySet<string>): Described {
  const name = typeName(storage.data.storageKey);
  let described = describeAs(name, storage);
  for (let n = 2; namesOf(described).some((each) => taken.has(each)); n += 1) described = describeAs(`${name}${n}`, storage);
  return described;
}

function namesOf({ schemas: own, paths }: Described): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return [...Object.keys(own), ...operations.map(({ operationId }) => String(operationId))];
}

function describeAs(name: string, storage: StorageRow): Described {
  const { storageKey, storageName } = storage.data;
  const isUsers = isUserStorage(storage);
  const properties = fieldsSchema(storage.data);
  const password = isUsers ? { password: { type: 'string', writeOnly: true } } : {};
  const own = {
    [`${name}Fields`]: {
      type: 'object',
      properties: { ...properties, ...password },
      ...(isUsers ? { required: ['username', 'password'] } : {}),
      additionalProperties: true,
    },
    [`${name}Change`]: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries({ ...properties, ...password }).map(([field, schema]) => [field, { anyOf: [schema, ref('Operator')] }]),
      ),
      additionalProperties: true,
    },
    [name]: {
      type: 'object',
      title: storageName,
      required: ['id', 'createdAt', 'updatedAt'],
      properties: { ...properties, ...systemProperties },
      additionalProperties: true,
    },
  };
  const base = `/${storageKey}/${storage.id}`;
  const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const shape = {
    base,
    parameters: [],
    id,
    tag: storageName,
    record: ref(name),
    fields: ref(`${name}Fields`),
    change: ref(`${name}Change`),
  };
  return { schemas: own, paths: { ...storagePaths(shape), ...(isUsers ? userPaths(base, [], id, storageName) : {}) } };
}

/** Letters and digits, as generators make types of it. */
function typeName(storageKey: string): string {
  const words = storageKey.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return `Data${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

function document(origin: string, title: string, paths: unknown, componentSchemas: Record<string, Schema>): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'REST over JSON. Lists, writes, files, app users, exports and live updates of the storages of a project.',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: { schemas: componentSchemas, responses, securitySchemes },
  };
}
