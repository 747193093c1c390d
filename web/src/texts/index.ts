import { messages, type Role, roleLabel } from '@bedplate/contract';
import type { DataGridProps } from '@mui/x-data-grid';
import { type Language, storedLanguage } from './language.ts';
import { en } from './en.ts';

export type TextKey = keyof typeof en;
type GridTexts = Pick<DataGridProps, 'localeText'>;

let texts: Readonly<Record<TextKey, string>> = en;
/** English sentence → the same in the page's language. */
let sentences: ReadonlyMap<string, string> = new Map();
/** What the server writes into the activity log, where that is not English. */
let ofActivity: (sentence: string) => string = (sentence) => sentence;
/** What the library of tables says by itself, where that is not English. */
let ofGrid: GridTexts = {};

/** @returns the text of the page's language with `{name}` places filled from `values` */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return texts[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** @returns a fixed sentence or name of the contract, or what its rules say about a field, in the page's language; any other text as it is */
export function said(sentence: string): string {
  return sentences.get(sentence) ?? sentence;
}

/** @returns what somebody did, as the activity log tells it, in the page's language; what is not known as it is */
export function saidOfActivity(sentence: string): string {
  return ofActivity(sentence);
}

/** @returns what gives the library of tables the page's language */
export function gridTexts(): GridTexts {
  return ofGrid;
}

/** @returns how a role is shown to people */
export function roleName(role: string): string {
  return said(roleLabel[role as Role] ?? role); // an unknown role has no label
}

/** Before the first render: the page speaks one language until it is loaded again. */
export async function loadTexts(language: Language = storedLanguage()): Promise<void> {
  document.documentElement.lang = language;
  texts = en;
  sentences = new Map();
  ofActivity = (sentence) => sentence;
  ofGrid = {};
  if (language === 'en') return;
  const chinese = await import('./zh.ts');
  texts = chinese.zh;
  ofGrid = chinese.gridTexts;
  ofActivity = (sentence) => chinese.activitySentence(sentence, roleName);
  sentences = new Map([
    ...inBoth(messages, chinese.messages),
    ...inBoth(roleLabel, chinese.roles),
    ...Object.entries(chinese.activities),
    ...chinese.switchSentences,
    ...Object.entries(chinese.problems),
  ]);
}

/** @returns pairs of the English and the other text of each key */
function inBoth<Key extends string>(english: Record<Key, string>, other: Partial<Record<Key, string>>): [string, string][] {
  return Object.entries<string>(english).flatMap(([key, text]) => {
    const translated = other[key as Key]; // its own key
    return translated ? [[text, translated] as [string, string]] : [];
  });
}
