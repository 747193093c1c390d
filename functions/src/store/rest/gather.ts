/**
 * Gathers calls that come within one turn of the event loop, so that they can travel together: a busy instance sends one request
 * where it would send many, and a call that is alone waits for nothing but the turn's end.
 * @param most calls in one go @param send what becomes of them
 * @returns takes one call; `apart` names what must not travel twice in one go
 */
export function gather<Call>(most: number, send: (calls: readonly Call[]) => void): (call: Call, apart?: string) => void {
  let waiting: Call[] = [];
  let names = new Set<string>();

  return (call, apart) => {
    if (apart !== undefined && names.has(apart)) go();
    if (apart !== undefined) names.add(apart);
    waiting.push(call);
    if (waiting.length === 1) setImmediate(go);
    if (waiting.length === most) go();
  };

  function go(): void {
    const calls = waiting;
    if (calls.length === 0) return;
    waiting = [];
    names = new Set();
    send(calls);
  }
}
