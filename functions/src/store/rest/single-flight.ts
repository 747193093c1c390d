/**
 * One answer for identical reads that begin within one turn of the event loop: it is asked for after the last of them came, so that
 * each sees what was written before it.
 */
export function singleFlight<Answer>(): (name: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (name, ask) => {
    const known = asked.get(name);
    if (known) return known;
    const answer = new Promise<void>((turnEnds) => setImmediate(turnEnds)).then(() => {
      asked.delete(name);
      return ask();
    });
    asked.set(name, answer);
    return answer;
  };
}
