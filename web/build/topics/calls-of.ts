import type { ApiCall, Detail } from './topic.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  writeOnly?: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  description?: string;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security: Record<string, unknown>[];
}

/** The parts of OpenAPI 3.1 that the document of the data API uses. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** @returns a row for every operation, in the order of the document */
export function callsOf({ paths, components }: OpenApiDocument): ApiCall[] {
  const resolve = (schema: Schema): Schema => components.schemas[schema.$ref?.split('/').pop() ?? ''] ?? schema;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: `/api${path}`,
      does: operation.summary,
      group: operation.tags[0] ?? '',
      caller: callerOf(operation),
      parameters: (operation.parameters ?? []).filter((parameter) => parameter.in !== 'path').map(detailOfParameter),
      body: bodyOf(operation, resolve),
      answers: answersOf(operation, resolve),
    })),
  );
}

function callerOf({ security }: Operation): ApiCall['caller'] {
  if (security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)) return 'anyone';
  return security.some((scheme) => 'accessToken' in scheme) ? 'keys or a user' : 'keys';
}

function detailOfParameter({ name, required = false, schema, description = '' }: Parameter): Detail {
  return { name, type: typeOf(schema), isRequired: required, about: description };
}

function bodyOf({ requestBody }: Operation, resolve: (schema: Schema) => Schema): ApiCall['body'] {
  const content = requestBody?.content ?? {};
  const json = content['application/json'] ?? content['multipart/form-data'];
  const { properties = {}, required = [], anyOf = [], description } = json ? resolve(json.schema) : {};
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(resolve(schema)),
    isRequired: required.includes(name),
    about: schema.description ?? '',
  }));
  const about = description ?? anyOf.map((schema) => resolve(schema).description).find(Boolean) ?? '';
  return { types: Object.keys(content), about, fields };
}

function answersOf({ responses }: Operation, resolve: (schema: Schema) => Schema): ApiCall['answers'] {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content = {} }]) => {
      const { 'application/json': json, ...files } = content;
      const { properties = {} } = json ? resolve(json.schema) : {};
      return { status, fields: [...Object.keys(properties).filter((field) => field !== 'success'), ...Object.keys(files)] };
    });
}

function typeOf(schema: Schema): string {
  return [kindOf(schema), rangeOf(schema), schema.default === undefined ? '' : `default ${String(schema.default)}`]
    .filter(Boolean)
    .join(', ');
}

function kindOf({ type, enum: values, anyOf, format, items, const: only }: Schema): string {
  if (values) return values.map(String).join(' | ');
  if (only !== undefined) return String(only);
  if (anyOf) return [...new Set(anyOf.map(kindOf))].filter(Boolean).join(' or ');
  if (format === 'date-time') return 'ISO 8601 time';
  if (format === 'binary') return 'file';
  if (items) return kindOf(items) ? `list of ${kindOf(items)}s` : 'list';
  return [type ?? []].flat().join(' or ').replace('string', 'text');
}

function rangeOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) return `${minimum} to ${maximum}`;
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) return `at most ${maximum}`;
  if (minimum !== undefined && minimum > 0) return `at least ${minimum}`;
  if (maxLength !== undefined) return `${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
  return maxItems === undefined ? '' : `at most ${maxItems}`;
}
