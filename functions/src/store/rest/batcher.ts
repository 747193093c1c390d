/** The longest wait of a call for others while a batch is under way. */
const patienceMillis = 2;

/**
 * Collects calls into batches: the calls of one turn of the event loop and, while a batch is under way, those of the next two
 * milliseconds. A busy instance sends one request instead of many; a single call waits only for the end of the turn.
 * @param most number of calls in a batch
 * @param send resolves with the answer of a batch; never rejects
 * @returns a function that takes one call; two calls with the same `apart` never share a batch
 */
export function createBatcher<Call>(most: number, send: (calls: readonly Call[]) => Promise<void>): (call: Call, apart?: string) => void {
  let waiting: Call[] = [];
  let names = new Set<string>();
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  return (call, apart) => {
    if (apart !== undefined && names.has(apart)) go();
    if (apart !== undefined) names.add(apart);
    waiting.push(call);
    if (waiting.length === most) go();
    else if (waiting.length === 1 && underWay === 0) setImmediate(go);
    else if (waiting.length === 1) timer = setTimeout(go, patienceMillis);
  };

  function go(): void {
    if (timer) clearTimeout(timer);
    timer = undefined;
    const calls = waiting;
    if (calls.length === 0) return;
    waiting = [];
    names = new Set();
    underWay += 1;
    void send(calls).then(() => {
      underWay -= 1;
      // Callers often send a new call right after an answer, in the same turn.
      if (waiting.length > 0) setImmediate(go);
    });
  }
}
