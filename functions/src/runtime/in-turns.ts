/**
 * Works on several things in turn, until none goes on or the time is over. It begins somewhere among them: runs that end early do not pass
 * over the same ones each time.
 * @param work tells whether there is more to do now
 * @returns those that would go on
 */
export async function inTurns<T>(
  things: readonly T[],
  { now, until }: { readonly now: () => number; readonly until: number },
  work: (thing: T) => Promise<boolean>,
): Promise<T[]> {
  const first = Math.floor(now()) % Math.max(1, things.length);
  let waiting = [...things.slice(first), ...things.slice(0, first)];
  while (waiting.length > 0) {
    const left: T[] = [];
    for (const [at, thing] of waiting.entries()) {
      if (now() >= until) return [...waiting.slice(at), ...left];
      if (await work(thing)) left.push(thing);
    }
    waiting = left;
  }
  return [];
}
