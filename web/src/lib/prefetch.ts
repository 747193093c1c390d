/** Answers that were asked for while their page was being loaded. */
const entries = new Map<string, Entry>();

interface Entry {
  answer: Promise<unknown>;
  at: number;
  /** The answer, once it has arrived. */
  value?: unknown;
}

/**
 * Milliseconds after which an answer that was not taken is forgotten, because its page never came.
 */
const kept = 5000;
/**
 * A page whose data is there is drawn once. A slower answer is not waited for: the page shows that
 * it is loading.
 */
const patience = 150;

/**
 * Asks for the data of a page before its code is loaded, so that both are on their way at the same
 * time.
 * @returns a promise that resolves when the answer has arrived or failed, at the latest after
 * `patience`
 */
export async function prefetch(key: readonly unknown[], ask: () => Promise<unknown>): Promise<void> {
  const entry: Entry = { answer: ask(), at: performance.now() };
  entries.set(JSON.stringify(key), entry);
  const answered = entry.answer.then(
    (value) => void (entry.value = value),
    () => {}, // the code that takes the answer handles a failure
  );
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** @returns the prefetched answer if it has arrived, without taking it */
export function peekPrefetched(key: readonly unknown[]): unknown {
  return fresh(entries.get(JSON.stringify(key)))?.value;
}

/** @returns the prefetched answer; only the first call gets it */
export function takePrefetched(key: readonly unknown[]): Promise<unknown> | undefined {
  const name = JSON.stringify(key);
  const found = entries.get(name);
  entries.delete(name);
  return fresh(found)?.answer;
}

function fresh(found: Entry | undefined): Entry | undefined {
  return found && performance.now() - found.at < kept ? found : undefined;
}
