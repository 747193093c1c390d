import { type AppMailKind, type AppMails, type AppMailText, appMailLanguages, type BuiltInLanguage } from '@bedplate/contract';

/** Whose text users of a language get: the owner's, ours, or that of another language. */
export type TextSource = 'own' | 'ours' | 'fallback';

function isBuiltIn(language: string): language is BuiltInLanguage {
  return Object.hasOwn(appMailLanguages, language);
}

/** @returns what a mail says in a language, as the server chooses it too */
export function textOf(
  { texts, language: usual }: AppMails,
  language: string,
  kind: AppMailKind,
): { text: AppMailText; source: TextSource } {
  const own = texts[language]?.[kind];
  if (own) return { text: withButton(own), source: 'own' };
  if (isBuiltIn(language)) return { text: appMailLanguages[language].texts[kind], source: 'ours' };
  const near = language.includes('-') ? language.slice(0, language.lastIndexOf('-')) : language === usual ? 'en' : usual;
  return { text: textOf({ ...emptyLooks, texts, language: usual }, near, kind).text, source: 'fallback' };
}

/** @returns the mails with another text, or ours again */
export function withText(
  mails: AppMails,
  { language, kind, text }: { language: string; kind: AppMailKind; text: AppMailText | null },
): AppMails {
  const { [kind]: _, ...others } = mails.texts[language] ?? {};
  return { ...mails, texts: { ...mails.texts, [language]: text ? { ...others, [kind]: text } : others } };
}

function withButton({ button, ...text }: NonNullable<NonNullable<AppMails['texts'][string]>[AppMailKind]>): AppMailText {
  return button === undefined ? text : { ...text, button };
}

const emptyLooks = { senderName: null, replyTo: null, color: null, logo: null, footer: null };
