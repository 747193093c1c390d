import { all, firstUnsaved, type Unsaved } from './unsaved.ts';

let ask: (unsaved: Unsaved) => Promise<boolean> = () => Promise.resolve(true);

/** Asks before a dialog closes or the person logs out. @returns whether nothing is lost, or the person wishes so */
export async function mayLeave(): Promise<boolean> {
  const unsaved = firstUnsaved();
  return unsaved === undefined || ask(unsaved);
}

/** Ends all questions, for a page that is about to go. */
export function askNoMore(): void {
  all.clear();
}

/** @param by shows the question and tells the answer. @returns a function that ends it */
export function askBy(by: (unsaved: Unsaved) => Promise<boolean>): () => void {
  const before = ask;
  ask = by;
  return () => {
    ask = before;
  };
}

/** @returns whether something typed is on its way to the server */
export function isUnderWay(): boolean {
  return [...all].some(({ current }) => current.isUnderWay?.());
}

/** @returns whether the page holds something typed that the server has not kept */
export function holdsTyped(): boolean {
  return firstUnsaved() !== undefined || isUnderWay();
}
