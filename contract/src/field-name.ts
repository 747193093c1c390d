import { seenText, shownText } from './names.ts';

/** @returns what keeps a text from being the name of a field that people read; null when nothing does */
export function fieldNameFault(name: string): 'fieldNameBlank' | 'fieldNameCharacters' | null {
  if (!shownText.test(name)) return 'fieldNameCharacters';
  return seenText.test(name) ? null : 'fieldNameBlank';
}
