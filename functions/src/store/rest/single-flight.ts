/**
 * Shares one answer among identical reads of one turn of the event loop. The read is sent after the
 * last of them, so each sees all earlier writes.
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
