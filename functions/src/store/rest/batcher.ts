/** The longest wait of a call for others while a batch is under way. */
const patienceMillis = 2;
/** Calls that need not wait any longer. */
const enough = 4;
/** With many calls under way this part of them is enough: a busy instance keeps a few large batches going. */
const shareUnderWay = 1 / 3;

/**
 * Collects calls into batches: the calls of one turn of the event loop and, while batches are under way, those of the next two
 * milliseconds, or until they are enough. A busy instance sends few requests instead of many; a single call waits only for the end of the
 * turn. Were all to wait for the batch that is under way, this process and the database would work in turns and never at the same time.
 * @param most number of calls in a batch
 * @param send resolves with the answer of a batch; never rejects
 * @returns a function that takes one call; two calls with the same `apart` never share a batch
 */
export function createBatcher<Call>(most: number, send: (calls: readonly Call[]) => Promise<void>): (call: Call, apart?: string) => void {
  let waiting: Call[] = [];
  let names = new Set<string>();
  /** Calls whose batches have no answer yet. */
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  return (call, apart) => {
    if (apart !== undefined && names.has(apart)) go();
    if (apart !== undefined) names.add(apart);
    waiting.push(call);
    if (waiting.length === most || (underWay > 0 && waiting.length >= Math.max(enough, underWay * shareUnderWay))) go();
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
    underWay += calls.length;
    void send(calls).then(() => {
      underWay -= calls.length;
      // Callers often send a new call right after an answer, in the same turn.
      if (waiting.length > 0) setImmediate(go);
    });
  }
}
