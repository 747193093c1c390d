import { byTurn } from '../../runtime/by-turn.ts';

/**
 * Shares one answer among identical reads of one turn of the event loop. The read is sent after the
 * last of them, so each sees all earlier writes.
 */
export function singleFlight<Answer>(): (name: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const turn = byTurn<Promise<Answer>>();
  return (name, ask) => {
    const { known, ended } = turn();
    const asked = known.get(name);
    if (asked) return asked;
    const answer = ended.then(ask);
    known.set(name, answer);
    return answer;
  };
}
