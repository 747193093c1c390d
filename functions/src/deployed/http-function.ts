import { createRequire } from 'node:module';
import type { Response } from 'express';
import type * as Https from 'firebase-functions/https';
import { type FunctionName, optionsOf } from '../config/deployed-functions.ts';
import { isPlain } from '../config/process.ts';
import { endInOrder } from '../runtime/ending.ts';
import { ownRequests } from '../runtime/own-requests.ts';
import { withoutDomains } from '../runtime/without-domains.ts';
import { withoutPretenuring } from '../runtime/without-pretenuring.ts';

type Handler = (request: Https.Request, response: Response) => void | Promise<void>;

/**
 * Deploys a handler of requests that anybody may send. firebase-functions only describes it to the CLI: an instance of the function
 * (the platform names it in FUNCTION_TARGET) runs the handler itself and saves 140 ms of loading.
 * @param close gives back what the instance holds before it ends
 */
export function httpFunction(name: FunctionName, handler: Handler, close?: () => Promise<unknown>): Handler {
  ownRequests();
  if (!isPlain) {
    withoutDomains();
    withoutPretenuring();
  }
  endInOrder(close);
  if (process.env.FUNCTION_TARGET) return handler;
  const { onRequest } = createRequire(import.meta.url)('firebase-functions/https') as typeof Https;
  return onRequest({ ...optionsOf(name), invoker: 'public' }, handler);
}
