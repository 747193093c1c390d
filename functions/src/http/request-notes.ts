import type { RefusedBy, RuleDecision } from '@bedplate/contract';
import type { ApiCaller } from '../domain/api-keys/api-caller.ts';
import type { Caller } from '../domain/callers/caller.ts';
import type { CallPlace } from '../domain/api-keys/key-scope.ts';

/** Notes of the steps of a call for the request log. `logRequests` makes them. */
export interface RequestNotes {
  /** Without a key's id nobody is known: a stranger has named the project. */
  caller?: Pick<ApiCaller, 'tenantId' | 'projectId' | 'userId' | 'logged'> & { readonly keyId: string | null };
  /** In the console's API. */
  member?: Caller;
  /** The storage only where it exists: the address is the caller's own text. */
  place?: CallPlace;
  /** With names in place of ids, where Express does not know it. */
  route?: string;
  code?: string;
  refusedBy?: RefusedBy | null;
  /** Of a list. */
  plan?: string;
  asks?: string;
  rules?: RuleDecision;
}

declare global {
  namespace Express {
    interface Locals {
      notes?: RequestNotes;
    }
  }
}
