import { isUserStorage } from '../records/model/user-storage.ts';
import { responses, schemas, securitySchemes, systemProperties } from './components.ts';
import { fixedPaths, signUpPath, userPaths } from './fixed-paths.ts';
import { inOrderOfAge, type KnownStorage } from './known-storage.ts';
import { inPath, type PathItem, ref } from './operation.ts';
import { fieldParameters } from './field-parameters.ts';
import { recordSchemas } from './record-schema.ts';
import type { Schema } from './schema.ts';
import { storagePaths } from './storage-paths.ts';
import { typeName } from './type-name.ts';
import { eventSchemas, webhooks } from './webhooks.ts';

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
    fieldFilters: [],
  };
  const paths = {
    ...fixedPaths(),
    ...userPaths('/users/{storageId}', { parameters: [inPath('storageId')], id: 'user', tag: 'App users' }),
    ...signUpPath(),
    ...storagePaths(shape),
  };
  return document(origin, { title: 'Bedplate data API', paths, componentSchemas: schemas });
}

/** The data API of one project: its storages at their own paths, with the fields that their schema and their records have. */
export function describeProject(origin: string, projectName: string, storages: readonly KnownStorage[]): Schema {
  const paths = fixedPaths();
  const own: Record<string, Schema> = {};
  const taken = new Set<string>();
  const keys = new Map(storages.map(({ row }) => [row.id, row.data.storageKey]));
  for (const storage of inOrderOfAge(storages)) {
    const described = describeStorage(storage, { taken, keyOf: (id) => keys.get(id) });
    for (const name of namesOf(described)) taken.add(name);
    Object.assign(own, described.schemas);
    Object.assign(paths, described.paths);
  }
  return document(origin, { title: `${projectName}: data API`, paths, componentSchemas: { ...schemas, ...own } });
}

interface Described {
  readonly schemas: Record<string, Schema>;
  readonly paths: Record<string, PathItem>;
}

interface Surroundings {
  readonly taken: ReadonlySet<string>;
  readonly keyOf: (storageId: string) => string | undefined;
}

/** Takes the first name whose schemas and operations are unused: the changes of "price" collide with the records of "priceChange". */
function describeStorage(storage: KnownStorage, { taken, keyOf }: Surroundings): Described {
  const name = `Data${typeName(storage.row.data.storageKey)}`;
  let described = describeAs(name, storage, keyOf);
  for (let n = 2; namesOf(described).some((each) => taken.has(each)); n += 1) described = describeAs(`${name}${n}`, storage, keyOf);
  return described;
}

function namesOf({ schemas: own, paths }: Described): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return [...Object.keys(own), ...operations.map(({ operationId }) => String(operationId))];
}

function describeAs(name: string, { row, rules }: KnownStorage, keyOf: Surroundings['keyOf']): Described {
  const { storageKey, storageName } = row.data;
  const isUsers = isUserStorage(row);
  const { stored, created, changed } = recordSchemas(row.data, rules, keyOf);
  const password = isUsers ? { password: { type: 'string', writeOnly: true } } : {};
  const required = new Set([...(isUsers ? ['username', 'password'] : []), ...created.required]);
  const own = {
    [`${name}Fields`]: {
      type: 'object',
      properties: { ...password, ...(isUsers ? { username: { type: 'string' } } : {}), ...created.properties },
      ...(required.size > 0 ? { required: [...required] } : {}),
      additionalProperties: !rules?.closed,
    },
    [`${name}Change`]: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries({ ...password, ...changed }).map(([field, schema]) => [field, { anyOf: [schema, ref('Operator')] }]),
      ),
      additionalProperties: true,
    },
    [name]: {
      type: 'object',
      title: storageName,
      required: ['id', 'createdAt', 'updatedAt', ...stored.required],
      properties: { ...stored.properties, ...systemProperties },
      additionalProperties: true,
      ...(rules && rules.unique.length > 0 ? { 'x-bedplate': { unique: rules.unique.map(({ id: _id, ...rule }) => rule) } } : {}),
    },
  };
  const base = `/${storageKey}/${row.id}`;
  const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const shape = {
    base,
    parameters: [],
    id,
    tag: storageName,
    record: ref(name),
    fields: ref(`${name}Fields`),
    change: ref(`${name}Change`),
    fieldFilters: fieldParameters(rules),
  };
  return { schemas: own, paths: { ...storagePaths(shape), ...(isUsers ? userPaths(base, { parameters: [], id, tag: storageName }) : {}) } };
}

function document(
  origin: string,
  { title, paths, componentSchemas }: { title: string; paths: unknown; componentSchemas: Record<string, Schema> },
): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'REST over JSON. Lists, writes, files, app users, exports and live updates of the storages of a project.',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    webhooks: webhooks(),
    components: { schemas: { ...componentSchemas, ...eventSchemas }, responses, securitySchemes },
  };
}
