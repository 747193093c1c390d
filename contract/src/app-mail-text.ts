import type { AppMails } from './app-mails.ts';
import { type AppMailKind, appMailLanguages, type AppMailText, type AppMailWord, type BuiltInLanguage } from './texts/app-mail-texts.ts';

/** The words of a mail for users of a language. */
export interface ChosenMailText {
  text: AppMailText;
  /** The language that they are in: the wanted one, one that is near it, the usual one, or English. */
  lang: string;
  /** Whether the owner has written them. */
  isOwn: boolean;
}

/** @param wanted the language of the user; null for none @returns the text that comes nearest to it */
export function appMailText(kind: AppMailKind, { language, texts }: AppMails, wanted: string | null): ChosenMailText {
  for (const lang of [...nearestLanguages(wanted), ...nearestLanguages(language), 'en']) {
    const own = texts[lang]?.[kind];
    if (own) return { text: withoutAbsent(own), lang, isOwn: true };
    if (isBuiltIn(lang)) return { text: appMailLanguages[lang].texts[kind], lang, isOwn: false };
  }
  return { text: appMailLanguages.en.texts[kind], lang: 'en', isOwn: false };
}

/** @param lang of the text that names it @returns the name of a way: the owner's, ours in that language, or ours in English */
export function appMailWord(word: AppMailWord, { words }: Pick<AppMails, 'words'>, lang: string): string {
  for (const one of nearestLanguages(lang)) {
    const own = words[one]?.[word] ?? (isBuiltIn(one) ? appMailLanguages[one].words[word] : undefined);
    if (own !== undefined) return own;
  }
  return words['en']?.[word] ?? appMailLanguages.en.words[word];
}

/** @returns `pt-BR`, then `pt` */
export function nearestLanguages(language: string | null): string[] {
  const parts = language?.split('-') ?? [];
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-'));
}

/** Whether we have texts of our own in the language. */
export function isBuiltIn(language: string): language is BuiltInLanguage {
  return Object.hasOwn(appMailLanguages, language);
}

function withoutAbsent({ button, ...text }: NonNullable<NonNullable<AppMails['texts'][string]>[AppMailKind]>): AppMailText {
  return button === undefined ? text : { ...text, button };
}
