import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { check } from '../validation/check.ts';
import { readJson } from './read-json.ts';
import { requireWellFormed } from './well-formed.ts';

/** Decides who calls. Throws an ApiError when the caller may not; its result reaches the endpoint as `caller`. */
export type Guard<C> = (req: Request) => Promise<C>;

interface Inputs<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: P;
  query?: Q;
  body?: B;
  /** The body holds rows that are checked one by one: a row with broken text does not refuse the others. */
  rowByRow?: boolean;
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

/** The body of an answer without `success`; undefined from an endpoint that has written the answer itself. */
export type Answer = Record<string, unknown> | undefined;

/**
 * One endpoint: first the guard, then path, query and body against their schemas, then the work.
 * The body is read only after the guard, so that a stranger's megabyte costs nothing.
 */
export function handle<C, P extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined, B extends z.ZodType = z.ZodUndefined>(
  guard: Guard<C>,
  inputs: Inputs<P, Q, B>,
  run: (call: Call<C, z.infer<P>, z.infer<Q>, z.infer<B>>) => Promise<Answer> | Answer,
): RequestHandler {
  return async function endpoint(req, res) {
    const caller = await guard(req);
    const params = inputs.params && check(inputs.params, req.params);
    const query = inputs.query && check(inputs.query, req.query);
    const body = inputs.body ? await bodyOf(req, inputs.body, inputs.rowByRow) : undefined;
    // Where a schema is absent its type is undefined, which is what check gives.
    const answer = await run({ caller, params, query, body, req, res } as Call<C, z.infer<P>, z.infer<Q>, z.infer<B>>);
    if (answer) answerJson(res, inputs.status ?? res.statusCode, { success: true, ...answer });
  };
}

async function bodyOf<B extends z.ZodType>(req: Request, schema: B, rowByRow = false): Promise<z.infer<B>> {
  const input = (await readJson(req)) ?? {};
  const body = check(schema, input);
  if (!rowByRow) requireWellFormed(input);
  return body;
}

/** Anyone may call; for endpoints that serve visitors. */
export const anyone: Guard<null> = () => Promise.resolve(null);

/** Answers with JSON. Express' own way looks for ETags, character sets and fresh copies, which answers that are never stored have not. */
export function answerJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body));
}
