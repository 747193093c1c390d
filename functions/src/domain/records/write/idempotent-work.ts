import type { FieldProblem } from '@bedplate/contract';
import type { CommitHook } from '../model/record-write.ts';

/** A request with the header Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string | undefined;
  /** Whose keys they are: account and project. */
  readonly owner: string;
  /** Method, path, query and body: the same key with another meaning is a mistake. Asked for with a key only: most writes have none. */
  readonly content: () => readonly unknown[] | Promise<readonly unknown[]>;
}

export interface WriteAnswer {
  readonly status: 200 | 201;
  readonly body: Record<string, unknown> & {
    /** Faults by the schema of what is stored all the same. */
    readonly warnings?: readonly FieldProblem[] | undefined;
  };
}

/** A write, and the answer to its result. */
export interface IdempotentWork<R> {
  /** @param hook stores the answer in the commit of the records */
  readonly work: (hook: CommitHook<R>) => Promise<R>;
  readonly answer: (result: R) => WriteAnswer;
}
