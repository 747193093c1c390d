/** Values that calls of one turn of the event loop have in common, by name. */
export interface Turn<Value> {
  readonly known: Map<string, Value>;
  /** Resolves when all calls of the turn have come. */
  readonly ended: Promise<void>;
}

/**
 * Each turn has a map of its own. One map for all turns would soon be in V8's old space, and with it each table that the map outgrows:
 * what stood in these would live until the next full collection (decision 031).
 * @returns the present turn
 */
export function byTurn<Value>(): () => Turn<Value> {
  let present: Turn<Value> | undefined;
  return () => (present ??= { known: new Map<string, Value>(), ended: new Promise<void>((resolve) => setImmediate(resolve)).then(end) });

  function end(): void {
    present = undefined;
  }
}
