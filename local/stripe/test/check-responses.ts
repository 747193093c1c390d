import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { responseSchema } from './response-schema.ts';

/** Compares what the stand-in answers and sends with the installed SDK's types. */
export interface ResponseCheck {
  /** @returns what is wrong with an answer or an event, nothing when all is well */
  problems(body: unknown): string[];
  /** Kinds of objects that were looked at. */
  readonly seen: ReadonlySet<string>;
}

export function createResponseCheck(): ResponseCheck {
  const validators = (known ??= load());
  const seen = new Set<string>();
  return { problems, seen };

  function problems(body: unknown): string[] {
    if (!isObject(body)) return ['no object'];
    if ('error' in body) return errorProblems(body.error);
    const { object } = body;
    if (object === 'list') return listProblems(body);
    if (object !== 'event' || !isObject(body.data)) return against(String(object), body);
    // The types leave open what an event is about.
    return [...against('event', { ...body, data: { ...body.data, object: {} } }), ...problems(body.data.object)];
  }

  function listProblems({ data, has_more: more, url, ...rest }: Record<string, unknown>): string[] {
    const shape = Array.isArray(data) && typeof more === 'boolean' && typeof url === 'string' && Object.keys(rest).join() === 'object';
    return [...(shape ? [] : ['list: has other members than a list']), ...(Array.isArray(data) ? data.flatMap(problems) : [])];
  }

  function against(kind: string, body: object): string[] {
    seen.add(kind);
    const validate = validators.get(kind);
    if (!validate) return [`${kind}: not a kind of answer that is known`];
    return validate(body) ? [] : explained(validate.errors ?? []).map((line) => `${kind}${line}`);
  }
}

/** Once for all tests of a file; compiled at once, since a server whose connections wait meanwhile closes them. */
let known: ReadonlyMap<string, ValidateFunction> | undefined;

function load(): ReadonlyMap<string, ValidateFunction> {
  const { definitions, kinds } = responseSchema();
  const ajv = new Ajv({ strict: false, allErrors: true, schemas: [{ $id: 'stripe', definitions }] });
  return new Map(kinds.map((kind) => [kind, ajv.compile({ $ref: `stripe#/definitions/${kind}` })]));
}

/** Alternatives that do not fit fail as well: what goes deepest is what was meant. */
function explained(errors: readonly ErrorObject[]): string[] {
  const told = errors
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`);
  return [...new Set(told)];
}

function errorProblems(error: unknown): string[] {
  if (!isObject(error)) return ['error: no object'];
  const types = ['card_error', 'invalid_request_error', 'idempotency_error', 'api_error', 'rate_limit_error', 'authentication_error'];
  return [
    ...(types.includes(String(error.type)) ? [] : [`error: of the unknown type ${String(error.type)}`]),
    ...(typeof error.message === 'string' ? [] : ['error: without a message']),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
