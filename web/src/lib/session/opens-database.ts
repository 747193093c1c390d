/** In milliseconds. A browser that works opens a database at once. */
const patience = 3000;

/**
 * @returns false when the browser never answers whether it opens a database, as some private windows
 * and damaged profiles do. The Firebase SDK would wait for ever; of a refusal it knows by itself
 */
export function opensDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    const answer = () => {
      clearTimeout(timer);
      resolve(true);
    };
    try {
      const opening = indexedDB.open('bedplate-probe');
      opening.addEventListener('success', () => opening.result.close());
      for (const event of ['success', 'error', 'blocked']) opening.addEventListener(event, answer);
    } catch {
      answer();
    }
  });
}
