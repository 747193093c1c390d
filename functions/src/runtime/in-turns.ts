/**
 * Works on several things in turn, until none goes on or the time is over. It begins somewhere among them: runs that end early do not pass
 * over the same ones each time.
 * @param work tells whether there is more to do now
 */
export async function inTurns(
  ids: readonly string[],
  { now, until }: { readonly now: () => number; readonly until: number },
  work: (id: string) => Promise<boolean>,
): Promise<void> {
  const first = Math.floor(now()) % Math.max(1, ids.length);
  let waiting = [...ids.slice(first), ...ids.slice(0, first)];
  while (waiting.length > 0) {
    const left: string[] = [];
    for (const id of waiting) {
      if (now() >= until) return;
      if (await work(id)) left.push(id);
    }
    waiting = left;
  }
}
