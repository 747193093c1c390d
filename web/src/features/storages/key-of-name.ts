import { limits, pluralSuggestion } from '@bedplate/contract';

/** @returns a storage's key for its name, in one word and the plural; empty for a name without Latin letters and digits */
export function keyOfName(name: string): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, limits.storageKeyLength - 2);
  return pluralSuggestion(word) ?? word;
}
