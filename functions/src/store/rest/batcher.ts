/** How long a call waits at most for others while some are under way. */
const patienceMillis = 2;

/**
 * Gathers calls so that they can travel together: those that come within one turn of the event loop and, while others are under
 * way, those of the next two milliseconds. A busy instance sends one request where it would send many; a call that is alone waits
 * for nothing but the turn's end.
 * @param most calls in one go @param send resolves when their answer is there; never rejects
 * @returns takes one call; `apart` names what must not travel twice in one go
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
    clearTimeout(timer);
    const calls = waiting;
    if (calls.length === 0) return;
    waiting = [];
    names = new Set();
    underWay += 1;
    void send(calls).then(() => {
      underWay -= 1;
      // Answers of one turn bring new calls of the same callers.
      if (waiting.length > 0) setImmediate(go);
    });
  }
}
