import { createHash } from 'node:crypto';
import { Feedback, MemberRegistration, Registration } from '@bedplate/contract';
import type { RequestHandler } from 'express';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createApiApp } from '../api-app.ts';
import { createApp } from '../app.ts';
import { BatchInput } from '../domain/records/write/batch-input.ts';
import { UndoOrder } from '../domain/records/undo/undo-order.ts';
import { Erasure } from './api/erase.ts';
import { Completion, Plan } from './api/upload.ts';
import type * as handling from '../http/handle.ts';
import type * as routing from '../http/routes.ts';

type Inputs = Partial<Record<'params' | 'query' | 'body', z.ZodType>>;

const { inputsOf, tables } = vi.hoisted(() => ({ inputsOf: new Map<unknown, object>(), tables: [] as object[] }));

/** Each endpoint is the real one, and its schemas are noted beside it. */
vi.mock('../http/handle.ts', async (original) => {
  const real = await original<typeof handling>();
  const handle = (...given: Parameters<typeof real.handle>) => {
    const endpoint = real.handle(...given);
    inputsOf.set(endpoint, given[1]);
    return endpoint;
  };
  return { ...real, handle };
});
vi.mock('../http/routes.ts', async (original) => {
  const real = await original<typeof routing>();
  return { ...real, routes: (table: routing.RouteTable) => (tables.push(table), real.routes(table)) };
});

/** Bodies that the work itself checks. */
const checkedByHand = {
  BatchInput,
  Erasure,
  Feedback,
  MemberRegistration,
  Registration,
  UndoOrder,
  UploadCompletion: Completion,
  UploadPlan: Plan,
};

test('what each call takes at most is what the table says', async () => {
  // Nothing is called: services are asked for nothing but to be there.
  const services: unknown = new Proxy(() => services, { get: () => services, apply: () => services });
  createApp(services as Parameters<typeof createApp>[0]);
  createApiApp(services as Parameters<typeof createApiApp>[0]);
  const calls = (tables as routing.RouteTable[]).flatMap((table) =>
    Object.entries(table).flatMap(([path, endpoints]) =>
      Object.entries(endpoints).map(([verb, endpoint]) => [`${verb.toUpperCase()} ${path}`, linesOf(endpoint)] as const),
    ),
  );
  const shapes = Object.entries(checkedByHand).map(([name, schema]) => [name, boundsOf(schema)] as const);
  const table = Object.fromEntries([...calls, ...shapes].filter(([, bounds]) => Object.keys(bounds).length > 0));
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('./inputs.json');
});

function linesOf(endpoint: RequestHandler): object {
  const inputs = (inputsOf.get(endpoint) ?? {}) as Inputs;
  return Object.assign({}, ...(['params', 'query', 'body'] as const).map((part) => (inputs[part] ? boundsOf(inputs[part], part) : {})));
}

/** @returns the bounds of each value by its place, of what is sent and of what it becomes */
function boundsOf(schema: z.ZodType, at = ''): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const io of ['input', 'output'] as const) {
    const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) => {
      const rules = zodSchema._zod.def.checks?.filter((each) => each._zod.def.check === 'custom').length;
      if (rules) Object.assign(jsonSchema, { rules });
    };
    const shape = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', override }) as Shape; // of our own schemas
    for (const [place, bound] of boundsIn(shape, at, io)) found.set(place, (found.get(place) ?? new Set()).add(bound));
  }
  return Object.fromEntries([...found].map(([place, bounds]) => [place, [...bounds].join(' ')]));
}

type Shape = Record<string, unknown> & {
  properties?: Record<string, Shape>;
  items?: Shape;
  prefixItems?: Shape[];
  additionalProperties?: Shape | boolean;
  propertyNames?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
};

const told =
  'type format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems enum const rules'.split(
    ' ',
  );
/** Said by the places below, and by whole numbers. */
const unsaid: unknown[] = ['object', 'array', -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

function* boundsIn(shape: Shape, at: string, io: 'input' | 'output'): Generator<[place: string, bound: string]> {
  for (const name of told) {
    const value = shape[name];
    if (value !== undefined && !unsaid.includes(value)) yield [at, name === 'type' ? String(value) : `${name}=${short(String(value))}`];
  }
  if (shape.additionalProperties === false && io === 'input') yield [at, 'closed'];
  for (const [name, inner] of Object.entries(shape.properties ?? {})) yield* boundsIn(inner, `${at}.${name}`, io);
  for (const inner of [shape.items, ...(shape.prefixItems ?? [])]) if (inner) yield* boundsIn(inner, `${at}[]`, io);
  if (typeof shape.additionalProperties === 'object') yield* boundsIn(shape.additionalProperties, `${at}.*`, io);
  if (shape.propertyNames) yield* boundsIn(shape.propertyNames, `${at}.* (name)`, io);
  for (const inner of [shape.anyOf, shape.oneOf, shape.allOf].flatMap((each) => each ?? [])) yield* boundsIn(inner, at, io);
}

/** Long patterns are recognised by what they begin with. */
function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 40)}… ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
