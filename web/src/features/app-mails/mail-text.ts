import { type AppMailKind, type AppMails, type AppMailText, appMailText, type AppMailWord } from '@bedplate/contract';

/** Whose text users of a language get: the owner's, ours, or that of another language. */
export type TextSource = 'own' | 'ours' | 'fallback';

/** @returns the words that users of a language get */
export function textOf(mails: AppMails, language: string, kind: AppMailKind): { text: AppMailText; source: TextSource } {
  const { text, lang, isOwn } = appMailText(kind, mails, language);
  return { text, source: lang !== language ? 'fallback' : isOwn ? 'own' : 'ours' };
}

/** @returns the mails with another text, or ours again */
export function withText(
  mails: AppMails,
  { language, kind, text }: { language: string; kind: AppMailKind; text: AppMailText | null },
): AppMails {
  const { [kind]: _, ...others } = mails.texts[language] ?? {};
  return { ...mails, texts: { ...mails.texts, [language]: text ? { ...others, [kind]: text } : others } };
}

/** @returns the mails with another word for a way, or the one that they would have without it */
export function withWord(mails: AppMails, { language, word, text }: { language: string; word: AppMailWord; text: string }): AppMails {
  const { [word]: _, ...others } = mails.words[language] ?? {};
  const { [language]: __, ...languages } = mails.words;
  const own = text === '' ? others : { ...others, [word]: text };
  return { ...mails, words: Object.keys(own).length > 0 ? { ...languages, [language]: own } : languages };
}
