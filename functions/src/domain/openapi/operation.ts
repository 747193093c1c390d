import type { Schema } from './schema.ts';

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
};
export type Operation = { readonly [key: string]: unknown };
export type PathItem = { readonly [method: string]: Operation };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const query = (name: string, schema: Schema, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description ? { description } : {}),
});
export const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 200 },
  description: 'A repetition within 24 hours gets the first answer again.',
};

interface Description {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters?: readonly Parameter[];
  /** Media type → schema. */
  readonly body?: Readonly<Record<string, Schema>>;
  /** Status → schema of the answer, or media types of it. */
  readonly answers: Readonly<Record<string, Schema | { readonly media: Readonly<Record<string, Schema>> }>>;
  readonly isWrite?: boolean;
  /** Without keys. */
  readonly isPublic?: boolean;
  /** Also with an app user's access token. */
  readonly forUsers?: boolean;
}

/** @returns an operation object; every failure is described once, in the components */
export function operation({ id, summary, tag, parameters = [], body, answers, isWrite, isPublic, forUsers }: Description): Operation {
  const all = isWrite ? [...parameters, idempotencyKey] : parameters;
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body ? { requestBody: { required: true, content: content(body) } } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)])),
      default: { $ref: '#/components/responses/Failure' },
    },
    security: isPublic ? [] : [...withKeys, ...(forUsers ? [{ accessToken: [], projectId: [] }] : [])],
  };
}

/** The account's pair, or a named key, which needs no secret. */
export const withKeys: readonly Operation[] = [
  { apiKey: [], secretKey: [], projectId: [] },
  { apiKey: [], projectId: [] },
];

function response(answer: Schema | { readonly media: Readonly<Record<string, Schema>> }) {
  const media = 'media' in answer ? (answer.media as Record<string, Schema>) : { 'application/json': answer };
  return { description: 'Success', content: content(media) };
}

function content(media: Readonly<Record<string, Schema>>) {
  return Object.fromEntries(Object.entries(media).map(([type, schema]) => [type, { schema }]));
}

/** The envelope of every success. */
export function success(properties: Record<string, Schema>): Schema {
  return { type: 'object', required: ['success'], properties: { success: { const: true }, ...properties } };
}

/** Makes an operation of app users, by their access tokens. */
export type ByUser = (
  name: string,
  summary: string,
  call: { readonly answer: Schema } & Partial<Description>,
) => ReturnType<typeof operation>;
