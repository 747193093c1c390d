import { messages } from '@bedplate/contract';
import { type Language, storedLanguage } from '../lib/language.ts';
import { en } from './en.ts';

export type TextKey = keyof typeof en;

let texts: Readonly<Partial<Record<TextKey, string>>> = en;
/** English sentence → the same in the page's language. */
let sentences: ReadonlyMap<string, string> = new Map();

/** @returns the text of the page's language with `{name}` places filled from `values` */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return (texts[key] ?? en[key]).replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** @returns a fixed sentence of the contract in the page's language; any other text as it is */
export function said(sentence: string): string {
  return sentences.get(sentence) ?? sentence;
}

/** Before the first render: the page speaks one language until it is loaded again. */
export async function loadTexts(language: Language = storedLanguage()): Promise<void> {
  document.documentElement.lang = language;
  texts = en;
  sentences = new Map();
  if (language === 'en') return;
  const { zh, messages: translated } = await import('./zh.ts');
  texts = zh;
  sentences = new Map(
    Object.entries(messages).flatMap(([key, english]) => {
      const other = translated[key as keyof typeof messages]; // its own key
      return other ? [[english, other]] : [];
    }),
  );
}
