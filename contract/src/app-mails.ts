import { z } from 'zod';
import { emailShape } from './email-address.ts';
import { limits } from './limits.ts';
import { isWithoutLink, seenText, shownLines, shownText } from './names.ts';
import { fold, unaccented } from './values/fold.ts';
import { type AppMailKind, appMailKinds, appMailWords } from './texts/app-mail-texts.ts';
import { problem } from './texts/rules.ts';

/** The most of one storage: languages with texts of their own, and the size of it all as JSON. */
export const mailLimits = { languages: 12, bytes: 300 * 1024 } as const;

const kinds = Object.keys(appMailKinds) as [AppMailKind, ...AppMailKind[]]; // of the table itself

/** A tag such as `de` or `pt-BR`. */
export const LanguageTag = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, problem('languageTag'));

function line(max: number) {
  return z.string().trim().max(max).regex(shownText, problem('textCharacters'));
}

const Text = z.strictObject({
  subject: line(200).regex(seenText, problem('mailTextMissing')),
  heading: line(200),
  body: z.string().trim().max(4000).regex(seenText, problem('mailTextMissing')).regex(shownLines, problem('textCharacters')),
  button: line(60).optional(),
  closing: line(1000),
});

const Texts = z.record(
  LanguageTag,
  z.partialRecord(z.enum(kinds), Text).superRefine((texts, { addIssue }) => {
    for (const [kind, text] of Object.entries(texts))
      for (const [part, words] of Object.entries(text ?? {})) {
        const foreign = foreignPlace(kind as AppMailKind, words);
        const known = appMailKinds[kind as AppMailKind].map((name) => `{${name}}`).join(', ');
        if (foreign) addIssue({ code: 'custom', path: [kind, part], message: problem('mailPlace', { name: foreign, known }).error() });
      }
  }),
);

const words = [...appMailWords.way, ...appMailWords.ways] as const;
const Words = z.record(LanguageTag, z.partialRecord(z.enum(words), line(100).regex(seenText, problem('mailWordMissing'))));

/** @returns the first name in braces that this kind of mail does not know */
export function foreignPlace(kind: AppMailKind, words: string): string | undefined {
  const known: readonly string[] = appMailKinds[kind];
  return [...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).find((name) => !known.includes(name));
}

/** The mails to the app users of a storage: who they come from, how they look, and the texts of the owner in place of ours. */
export const AppMails = z.strictObject({
  /** The name beside our address; null: ours. */
  senderName: line(80)
    .regex(seenText, problem('nameMissing'))
    .refine(isWithoutLink, problem('nameLink'))
    .refine((name) => !unaccented(fold(name)).includes('bedplate'), problem('senderOurs')) // the mail comes from our address
    .nullable(),
  /** Where answers go; null: to our address. */
  replyTo: z.string().trim().max(limits.emailLength).regex(emailShape, problem('emailShape')).nullable(),
  /** Of buttons: #rrggbb. */
  color: z
    .string()
    .max(7)
    .regex(/^#[0-9a-fA-F]{6}$/, problem('colorShape'))
    .nullable(),
  /** The address of a picture above the text. */
  logo: z
    .string()
    .trim()
    .max(500)
    .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', problem('logoShape'))
    .nullable(),
  /** A line below everything. */
  footer: line(300).nullable(),
  /** Of users whose field `language` names none that has a text. */
  language: LanguageTag,
  texts: Texts.refine(
    (texts) => Object.keys(texts).length <= mailLimits.languages,
    problem('languagesMany', { max: mailLimits.languages }),
  ),
  /** For `{way}` and `{ways}`, in place of ours. */
  words: Words.refine(
    (all) => Object.keys(all).length <= mailLimits.languages,
    problem('languagesMany', { max: mailLimits.languages }),
  ).default({}),
});
export type AppMails = z.infer<typeof AppMails>;

/** Before the owner has changed anything. */
export const usualMails: AppMails = {
  senderName: null,
  replyTo: null,
  color: null,
  logo: null,
  footer: null,
  language: 'en',
  texts: {},
  words: {},
};

/** GET /app/project/{projectId}/dataStorages/{storageId}/mails: `data`; and PUT, with the version that was seen. */
export const AppMailsVersion = AppMails.extend({ version: z.int().min(0) });
export type AppMailsVersion = z.infer<typeof AppMailsVersion>;

/** POST …/mails/preview and …/mails/test: one mail as it would be, with words for its places. */
export const AppMailTrial = z.strictObject({ kind: z.enum(kinds), language: LanguageTag, mails: AppMails });
export type AppMailTrial = z.infer<typeof AppMailTrial>;

/** The answer of a preview. */
export interface MailPreview {
  subject: string;
  html: string;
  text: string;
}
