import { setFlagsFromString } from 'node:v8';

/** Of V8, which also names it in `node --v8-options`. */
export const flag = '--no-allocation-site-pretenuring';

/**
 * Keeps V8 from making objects in its old space at once where most of their kind outlived a collection.
 *
 * In an instance under load those are the objects of the requests under way. They end a moment later, but until the next full collection
 * all that they refer to counts as in use: it is copied at each small one and moved to the old space (decision 031). Instances differ,
 * since chance decides what is under way when V8 looks. Call it before the first request.
 */
export function withoutPretenuring(): void {
  setFlagsFromString(flag);
}
