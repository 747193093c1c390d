import type { StorageRow } from '../records/record-services.ts';
import { isUserStorage } from '../records/unique-claims.ts';
import { responses, schemas, securitySchemes, systemProperties } from './components.ts';
import { fixedPaths, signUpPath, userPaths } from './fixed-paths.ts';
import { inPath, ref } from './operation.ts';
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
  const own: Record<string, Schema> = {};
  const paths: Record<string, unknown> = { ...fixedPaths() };
  for (const storage of storages) {
    const { storageKey, storageName } = storage.data;
    const name = typeName(storageKey, own);
    const isUsers = isUserStorage(storage);
    const properties = fieldsSchema(storage.data);
    const password = isUsers ? { password: { type: 'string', writeOnly: true } } : {};
    own[`${name}Fields`] = {
      type: 'object',
      properties: { ...properties, ...password },
      ...(isUsers ? { required: ['username', 'password'] } : {}),
      additionalProperties: true,
    };
    own[`${name}Change`] = {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries({ ...properties, ...password }).map(([field, schema]) => [field, { anyOf: [schema, ref('Operator')] }]),
      ),
      additionalProperties: true,
    };
    own[name] = {
      type: 'object',
      title: storageName,
      required: ['id', 'createdAt', 'updatedAt'],
      properties: { ...properties, ...systemProperties },
      additionalProperties: true,
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
    Object.assign(paths, storagePaths(shape), isUsers ? userPaths(base, [], id, storageName) : {});
  }
  return document(origin, `${projectName}: data API`, paths, { ...schemas, ...own });
}

/** @returns a name for the storage's schemas that no other has: letters and digits, as generators make types of it */
function typeName(storageKey: string, taken: Readonly<Record<string, Schema>>): string {
  const words = storageKey.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const name = `Data${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
  let unique = name;
  for (let n = 2; unique in taken; n += 1) unique = `${name}${n}`;
  return unique;
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
