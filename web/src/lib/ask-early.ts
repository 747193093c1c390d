/** Answers that were asked for while their page was still being loaded. */
const asked = new Map<string, Asked>();

interface Asked {
  answer: Promise<unknown>;
  at: number;
  /** The answer, once it is there. */
  value?: unknown;
}

/** An answer that nobody took in this time is forgotten: its page never came. */
const kept = 5000;
/** A page that is drawn with its data is drawn once; a slower answer is not waited for, the page shows that it is loading. */
const patience = 150;

/**
 * Asks before the page that shows the answer is there, so that loading the page and waiting for its data take place at once.
 * @returns when the answer is there or has failed, or after `patience`
 */
export async function askEarly(key: readonly unknown[], ask: () => Promise<unknown>): Promise<void> {
  const entry: Asked = { answer: ask(), at: Date.now() };
  asked.set(JSON.stringify(key), entry);
  const answered = entry.answer.then(
    (value) => void (entry.value = value),
    () => {}, // whoever takes it deals with a failure
  );
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** @returns the early answer if it is there; it stays to be taken */
export function answeredEarly(key: readonly unknown[]): unknown {
  return fresh(asked.get(JSON.stringify(key)))?.value;
}

/** @returns the early answer, once */
export function askedEarly(key: readonly unknown[]): Promise<unknown> | undefined {
  const name = JSON.stringify(key);
  const found = asked.get(name);
  asked.delete(name);
  return fresh(found)?.answer;
}

function fresh(found: Asked | undefined): Asked | undefined {
  return found && Date.now() - found.at < kept ? found : undefined;
}
