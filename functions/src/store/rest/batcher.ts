/** The longest wait of a call for others while a batch is under way. */
const patienceMillis = 2;

/**
 * Collects calls into batches, so that a busy instance sends one request instead of many: the calls of one turn of the event loop and,
 * while a batch is under way, those until it is answered, for two milliseconds at most. A single call waits only for the end of the turn.
 *
 * Callers who were answered together come back together. All in one batch, this process and Firestore's would work in turns: so half of
 * the calls of the last two batches are enough to go, while few others are under way.
 * @param most number of calls in a batch
 * @param send resolves when a batch is done; never rejects. It calls `answered` when the next one may go
 * @returns a function that takes one call; two calls with the same `apart` never share a batch
 */
export function createBatcher<Call>(
  most: number,
  send: (calls: readonly Call[], answered: () => void) => Promise<void>,
): (call: Call, apart?: string) => void {
  let waiting: Call[] = [];
  let names = new Set<string>();
  let batches = 0;
  let underWay = 0;
  let lastTwo: readonly [number, number] = [most, most];
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  return (call, apart) => {
    if (apart !== undefined && names.has(apart)) go();
    if (apart !== undefined) names.add(apart);
    waiting.push(call);
    if (waiting.length === most) return go();
    if (waiting.length === 1 && batches === 0) setImmediate(go);
    else if (waiting.length === 1) timer = setTimeout(go, patienceMillis);
    if (isLooking || !isHalf()) return;
    isLooking = true;
    process.nextTick(look); // after all calls that are made together
  };

  function look(): void {
    isLooking = false;
    if (isHalf()) go();
  }

  function isHalf(): boolean {
    const half = (lastTwo[0] + lastTwo[1]) / 2;
    return waiting.length >= half && underWay <= half / 2;
  }

  function go(): void {
    if (timer) clearTimeout(timer);
    timer = undefined;
    const calls = waiting;
    if (calls.length === 0) return;
    waiting = [];
    names = new Set();
    batches += 1;
    underWay += calls.length;
    lastTwo = [lastTwo[1], calls.length];
    let isUnderWay = true;
    const answered = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      batches -= 1;
      underWay -= calls.length;
      go();
    };
    void send(calls, answered).then(answered);
  }
}
