/** Answers that were asked for while their page was still being loaded. */
const asked = new Map<string, { answer: Promise<unknown>; at: number }>();

/** An answer that nobody took in this time is forgotten: its page never came. */
const kept = 5000;

/** Asks before the page that shows the answer is there, so that loading the page and waiting for its data take place at once. */
export function askEarly(key: readonly unknown[], ask: () => Promise<unknown>): void {
  const answer = ask();
  answer.catch(() => {}); // whoever takes it deals with a failure
  asked.set(JSON.stringify(key), { answer, at: Date.now() });
}

/** @returns the early answer, once */
export function askedEarly(key: readonly unknown[]): Promise<unknown> | undefined {
  const name = JSON.stringify(key);
  const found = asked.get(name);
  asked.delete(name);
  return found && Date.now() - found.at < kept ? found.answer : undefined;
}
