import { RE2JS } from 're2js';
import { createCache } from '../../../memory/cache.ts';

const compiled = createCache<RE2JS>({ max: 500 });

/**
 * An owner's pattern in the syntax of RE2, which no text makes slow.
 * @returns whether a text matches as a whole
 * @throws {Error} for a text that is no pattern
 */
export function patternOf(pattern: string): (text: string) => boolean {
  const known = compiled.get(pattern);
  const made = known ?? RE2JS.compile(pattern);
  if (!known) compiled.set(pattern, made);
  return (text) => made.matches(text);
}
