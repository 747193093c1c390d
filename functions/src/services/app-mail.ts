import {
  type AppMailKind,
  type AppMails,
  type AppMailText,
  appMailLanguages,
  appMailText,
  type AppMailWord,
  appMailWord,
  isBuiltIn,
  nearestLanguages,
  type SecondFactorWay,
  usualMails,
} from '@bedplate/contract';
import { layout, type RenderedMail, withoutLinks } from './layout.ts';

/** The values of each mail to an app user. Decision 121. */
export interface AppMailValues {
  'app-user-reset': { name: string; app: string; code: string };
  'app-user-sign-in': { name: string; app: string; code: string; link: string | null };
  'app-user-known': { name: string; app: string };
  'app-user-invited': { app: string; code: string; link: string | null; day: string };
  'app-user-team': { team: string; inviter: string; app: string; code: string; link: string | null; day: string };
  'app-user-new-email': { name: string; app: string; code: string };
  'app-user-deleted': { name: string; app: string; code: string; day: string };
  'app-user-passkey': { name: string; app: string; passkey: string; what: PasskeyChange };
  'app-user-factor': { name: string; app: string; what: FactorChange; way: SecondFactorWay };
  'app-user-factor-code': { name: string; app: string; code: string; isNew: boolean };
  'app-user-ways-ended': { name: string; app: string; why: 'proved' | 'undone'; ways: readonly EndedWay[] };
  'app-user-email-asked': { name: string; app: string };
  'app-user-email-changed': { name: string; app: string; code: string };
}
export type AppMailTemplate = keyof AppMailValues;
/** `copied`: a device has counted back. */
export type PasskeyChange = 'added' | 'removed' | 'copied';
/** Set up before the owner of the address proved it, or since a change of the address that was undone. */
export type EndedWay = 'factor' | 'passkeys' | 'identities';
/** `codes`: other recovery codes in place of the earlier ones; `wayOff`: another way is left; `byApp`: the app has taken it away. */
export type FactorChange = 'on' | 'off' | 'wayOff' | 'codes' | 'byApp';

/** Of a storage of users and of the one who gets the mail. */
export interface OfApp {
  mails: AppMails;
  /** As the user's record says it; null where it says none. */
  language: string | null;
}

export function isAppMail(template: string): template is AppMailTemplate {
  return template.startsWith('app-user-');
}

/** Fills the owner's text for a mail, or ours. Typed words make no links, and neither do the owner's: only the button opens a page. */
export function renderAppMail(
  template: AppMailTemplate,
  values: AppMailValues[AppMailTemplate],
  { mails, language }: OfApp = { mails: usualMails, language: null },
): RenderedMail {
  return fillMail(kindOf(template, values), { values, mails, language });
}

interface Filling {
  values: AppMailValues[AppMailTemplate];
  mails: AppMails;
  language: string | null;
}

/** @returns the mail of a kind, in the language that comes nearest to the wanted one */
export function fillMail(kind: AppMailKind, { values, mails, language }: Filling): RenderedMail {
  const { text, lang } = appMailText(kind, mails, language);
  const { sentFor, linkBelow } = nearestLanguages(lang).some(isBuiltIn) ? builtIn(lang) : withoutWords;
  const given = placesOf(values, (way) => appMailWord(way, mails, lang));
  const filled = (template: string) => template.replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole);
  const { code, link = null } = values as { code?: string; link?: string | null };
  // A link holds the code; which of the two stands in the mail depends on the kind.
  const hasCode = code !== undefined && !(link !== null && (kind === 'invitedLink' || kind === 'teamLink'));
  return layout({
    subject: filled(text.subject),
    heading: filled(text.heading),
    paragraphs: text.body.split(/\n\s*\n/).map((paragraph) => withoutLinks(filled(paragraph))),
    ...(hasCode && { code }),
    ...(link !== null && { button: { label: text.button || defaultButton(kind, lang), link } }),
    closing: withoutLinks(filled(text.closing)),
    look: {
      lang,
      color: mails.color,
      logo: mails.logo,
      footer: [...(mails.footer ? [withoutLinks(mails.footer)] : []), withoutLinks(sentFor.replace('{app}', () => values.app))],
      linkBelow: (address) => linkBelow.replace('{link}', () => address),
    },
  });
}

/** Below a mail in a language that we have no words of. */
const withoutWords = { sentFor: '{app} · Bedplate', linkBelow: '{link}' };

function builtIn(lang: string) {
  return appMailLanguages[nearestLanguages(lang).find(isBuiltIn) ?? 'en'];
}

function defaultButton(kind: AppMailKind, lang: string): string {
  const text: AppMailText = builtIn(lang).texts[kind];
  return text.button ?? '';
}

function placesOf(values: Filling['values'], wordFor: (way: AppMailWord) => string): Record<string, string> {
  const texts = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, withoutLinks(value)]] : []));
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    ...('way' in values && { way: withoutLinks(wordFor(values.way)) }),
    ...('ways' in values && { ways: withoutLinks(values.ways.map(wordFor).join(', ')) }),
  };
}

function kindOf(template: AppMailTemplate, values: AppMailValues[AppMailTemplate]): AppMailKind {
  const hasLink = 'link' in values && values.link !== null;
  switch (template) {
    case 'app-user-sign-in':
      return hasLink ? 'signInLink' : 'signIn';
    case 'app-user-invited':
      return hasLink ? 'invitedLink' : 'invited';
    case 'app-user-team':
      return hasLink ? 'teamLink' : 'team';
    case 'app-user-passkey':
      return passkeyKinds[(values as AppMailValues['app-user-passkey']).what];
    case 'app-user-factor':
      return factorKinds[(values as AppMailValues['app-user-factor']).what];
    case 'app-user-factor-code':
      return (values as AppMailValues['app-user-factor-code']).isNew ? 'factorCodeNew' : 'factorCode';
    case 'app-user-ways-ended':
      return (values as AppMailValues['app-user-ways-ended']).why === 'proved' ? 'waysProved' : 'waysUndone';
    default:
      return plainKinds[template];
  }
}

const passkeyKinds = { added: 'passkeyAdded', removed: 'passkeyRemoved', copied: 'passkeyCopied' } as const;
const factorKinds = { on: 'factorOn', off: 'factorOff', wayOff: 'factorWayOff', codes: 'factorCodes', byApp: 'factorByApp' } as const;
const plainKinds = {
  'app-user-reset': 'reset',
  'app-user-known': 'known',
  'app-user-new-email': 'newEmail',
  'app-user-deleted': 'deleted',
  'app-user-email-asked': 'emailAsked',
  'app-user-email-changed': 'emailChanged',
} as const;
