import type { Params } from './params.ts';
import type { State } from '../state/state.ts';

export interface Call {
  state: State;
  params: Params;
  /** Values of the path's places, in order. */
  ids: string[];
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** For example /v1/customers/:id */
  path: string;
  /** Names that the call takes; others are refused. */
  known: readonly string[];
  /** Browsers may call it with a publishable key. */
  publishable?: boolean;
  run: (call: Call) => object;
}

export const listParams = ['limit', 'starting_after', 'ending_before', 'created'] as const;

export function post(path: string, known: readonly string[], run: Route['run']): Route {
  return { method: 'POST', path, known, run };
}

export function get(path: string, known: readonly string[], run: Route['run']): Route {
  return { method: 'GET', path, known, run };
}

export function remove(path: string, known: readonly string[], run: Route['run']): Route {
  return { method: 'DELETE', path, known, run };
}
