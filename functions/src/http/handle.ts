import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { check, refuseUnknownKeys } from '../validation/check.ts';
import { addHeader } from './answer-head.ts';
import { readData } from './read-json.ts';
import { requireWellFormed } from './well-formed.ts';
import { lazily } from '../runtime/lazily.ts';

const loadUnknownParameters = lazily(() => import('./unknown-parameters.ts'));

/** Identifies the caller and passes it to the endpoint. Throws an ApiError when the call is not allowed. */
export type Guard<C> = (req: Request) => Promise<C>;

interface Inputs<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: P;
  query?: Q;
  body?: B;
  /** The member of the body whose rows are checked one by one: a row with broken text does not affect the others. */
  rowByRow?: string;
  /** The body holds records: numbers come as they are spelt, for the storage to read or to refuse by their fields. */
  keepsDigits?: boolean;
  /** Members of the body that are no input, but that answers show: who sends back what they have read is not refused for them. */
  echoed?: readonly string[];
  /** The work reads the body itself; a call with neither this nor a schema takes none. */
  readsBody?: boolean;
  /** Status of a success; default: the status that the work has set, or 200. */
  status?: number;
}

interface Call<C, P, Q, B> {
  caller: C;
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

/** The body of an answer, without `success`; undefined when the endpoint has already answered. */
export type Answer = Record<string, unknown> | JsonText | undefined;

/** The body of a success as it is sent: one text for several calls. */
export class JsonText {
  readonly text: string;

  constructor(answer: Record<string, unknown>) {
    this.text = JSON.stringify({ success: true, ...answer });
  }
}

/**
 * Makes an endpoint: runs the guard, checks path, query and body against their schemas, then runs the
 * work. The body is read after the guard, so that an unauthorised caller's large body is never read.
 */
export function handle<C, P extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined, B extends z.ZodType = z.ZodUndefined>(
  guard: Guard<C>,
  inputs: Inputs<P, Q, B>,
  run: (call: Call<C, z.infer<P>, z.infer<Q>, z.infer<B>>) => Promise<Answer> | Answer,
): RequestHandler {
  return async function endpoint(req, res) {
    const caller = await guard(req);
    const params = inputs.params && check(inputs.params, req.params);
    // Visitors come with whatever a link carries; only known callers are refused for names that mean nothing here.
    if (caller !== null) await refuseUnknown(inputs.query, req);
    const query = inputs.query && check(inputs.query, req.query);
    // A form of the public site may be older than we are, or hold what a provider sends: only known callers are told what they misspell.
    const body = inputs.body ? await bodyOf(req, inputs.body, { ...inputs, isStrict: caller !== null }) : undefined;
    if (!inputs.body && !inputs.readsBody && caller !== null) await refuseBody(req);
    // A missing schema has the type undefined, which is also the value here.
    const answer = await run({ caller, params, query, body, req, res } as Call<C, z.infer<P>, z.infer<Q>, z.infer<B>>);
    if (answer) sendJson(res, inputs.status ?? res.statusCode, (answer instanceof JsonText ? answer : new JsonText(answer)).text);
  };
}

async function refuseUnknown(schema: z.ZodType | undefined, req: Request): Promise<void> {
  if (!req.originalUrl.startsWith('/app/')) return; // calls of the data API read their own, and Express parses them at each look
  const { query } = req;
  if (Object.keys(query).length === 0) return;
  const { refuseParameters, requireKnownParameters } = await loadUnknownParameters();
  if (schema) requireKnownParameters(schema, query);
  else refuseParameters(query);
}

/** @throws {ApiError} for a body that says something: whoever sends it thinks that it counts */
async function refuseBody(req: Request): Promise<void> {
  if (!req.originalUrl.startsWith('/app/') || req.method === 'GET' || req.method === 'HEAD') return;
  await bodyOf(req, (await loadUnknownParameters()).nothing, { isStrict: true });
}

async function bodyOf<B extends z.ZodType>(
  req: Request,
  schema: B,
  {
    rowByRow,
    keepsDigits,
    echoed,
    isStrict,
  }: Pick<Inputs<z.ZodType, z.ZodType, B>, 'rowByRow' | 'keepsDigits' | 'echoed'> & { isStrict: boolean },
): Promise<z.infer<B>> {
  const input = (await readData(req, keepsDigits ?? false)) ?? {};
  if (isStrict) refuseUnknownKeys(schema, input, echoed);
  const body = check(schema, input);
  requireWellFormed(rowByRow === undefined ? input : { ...input, [rowByRow]: null });
  return body;
}

/** Lets anyone call; for visitors' endpoints. */
export const anyone: Guard<null> = () => Promise.resolve(null);

/** Answers with JSON. Express' own `json` also handles ETags and fresh copies, which our uncached answers do not need. */
export function answerJson(res: ServerResponse, status: number, body: unknown): void {
  sendJson(res, status, JSON.stringify(body));
}

function sendJson(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  addHeader(res, 'Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}
