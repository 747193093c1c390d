import {
  billingTexts,
  type GrantShapeKey,
  type GrantWord,
  messages,
  officeMessages,
  roleLabel,
  type SwitchName,
  switches,
  translateBy,
  type Values,
} from '@bedplate/contract';
import { i18n } from '@lingui/core';
import type { DataGridProps } from '@mui/x-data-grid';
import { type Language, storedLanguage } from './language.ts';
import { compiled, under, type Words } from './lingui/catalogue.ts';
import { en } from './en.ts';
import type { accessRuleTexts } from './access-rules.ts';
import type { appUserTexts } from './app-users.ts';
import type { newStorageTexts } from './new-storage.ts';
import type { paletteTexts } from './palette-words.ts';
import type { namedKeyTexts } from './named-keys.ts';
import type { projectMenuTexts } from './project-menu.ts';
import type { reachTexts } from './reach.ts';
import type { callTexts } from './calls.ts';
import type { recordQuestionTexts } from './record-questions.ts';
import type { capTexts } from './caps.ts';
import type { dataViewTexts } from './data-view.ts';
import type { fieldFormTexts } from './fields.ts';
import type { importTexts } from './import.ts';
import type { appMailTexts } from './app-mails.ts';
import type { backupTexts } from './backups.ts';
import type { callReportTexts } from './call-report.ts';
import type { reportingTexts } from './reporting.ts';
import type { requestTexts } from './requests.ts';
import type { trashTexts } from './trash.ts';
import type { startTexts } from './start.ts';
import type { staffTexts } from './staff.ts';
import type { halfTypedTexts } from './half-typed.ts';
import type { signInAgainTexts } from './sign-in-again.ts';
import type { storageFormTexts } from './storage-form.ts';
import type { undoTexts } from './undo.ts';
import type { unsavedTexts } from './unsaved.ts';
import type { addRecordTexts } from './add-record.ts';
import type { upgradeTexts } from './upgrade.ts';

type SwitchText = keyof (typeof switches)[SwitchName];
/** `message` is what the contract words: the server answers the same texts. */
export type TextKey =
  | keyof typeof en
  | keyof typeof appUserTexts
  | keyof typeof newStorageTexts
  | keyof typeof paletteTexts
  | keyof typeof reachTexts
  | keyof typeof callTexts
  | keyof typeof dataViewTexts
  | keyof typeof fieldFormTexts
  | keyof typeof importTexts
  | keyof typeof appMailTexts
  | keyof typeof backupTexts
  | keyof typeof callReportTexts
  | keyof typeof requestTexts
  | keyof typeof capTexts
  | keyof typeof reportingTexts
  | keyof typeof trashTexts
  | keyof typeof startTexts
  | keyof typeof staffTexts
  | keyof typeof accessRuleTexts
  | keyof typeof halfTypedTexts
  | keyof typeof signInAgainTexts
  | keyof typeof namedKeyTexts
  | keyof typeof storageFormTexts
  | keyof typeof projectMenuTexts
  | keyof typeof recordQuestionTexts
  | keyof typeof unsavedTexts
  | keyof typeof undoTexts
  | keyof typeof addRecordTexts
  | keyof typeof upgradeTexts
  | `grant.${GrantWord}`
  | `grantShape.${GrantShapeKey}`
  | `message.${keyof typeof messages | keyof typeof billingTexts | keyof typeof officeMessages}`
  | `switch.${SwitchName}.${SwitchText}`;
type GridTexts = Pick<DataGridProps, 'localeText'>;

/** The texts of the library of tables in the page's language; its own are English. */
let ofGrid: GridTexts = {};
/** English addresses need none. */
let ofPages: Readonly<Record<string, string>> = {};

/** @returns the text of the page's language with its places filled from `values` */
export function t(key: TextKey, values?: Values): string {
  return i18n._(key, values && literal(values));
}

/** @returns the text of a key that came from the server, as `t`; `otherwise` for a key without a text */
export function textOf(key: string, otherwise: string, values?: Values): string {
  return hasText(key) ? i18n._(key, values && literal(values)) : otherwise;
}

/** @returns the name of the page with this word in its address; undefined in English, whose words they are */
export function pageName(segment: string): string | undefined {
  return Object.hasOwn(ofPages, segment) ? textOf(ofPages[segment] ?? '', segment) : undefined;
}

/** The body of a successful call that says in English what was done. */
export interface Answer {
  message?: string;
}

/** @returns what an answer says, in the page's language: the server's own sentence where that is English */
export function answerOf(key: TextKey, { message }: Answer, values?: Values): string {
  return i18n.locale === 'en' && message ? message : t(key, values);
}

export function hasText(key: string): boolean {
  return Object.hasOwn(i18n.messages, key);
}

/** Lingui reads `\u…` and `\x…` in a finished text as escapes; in what people typed they are none. */
function literal(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value]),
  );
}

/** @returns the texts of the library of tables */
export function gridTexts(): GridTexts {
  return ofGrid;
}

/** @returns the name of a role as people see it; an unknown role keeps its own */
export function roleName(role: string): string {
  return textOf(`role.${role}`, role);
}

/** Before the first render: the page has one language until it is loaded again. */
export async function loadTexts(language: Language = storedLanguage()): Promise<void> {
  document.documentElement.lang = language;
  if (language === i18n.locale) return;
  const other = language === 'en' ? null : await import('./zh.ts');
  i18n.load(language, compiled(other?.zh ?? english()));
  i18n.activate(language);
  ofGrid = other?.gridTexts ?? {};
  ofPages = other?.pageNames ?? {};
  translateBy(other && (({ key, values }) => textOf(`message.${key}`, key, values)));
}

/** @returns the English texts of the console by key, except those of staff's pages, those of typed fields and those that come rendered from the server */
export function english(): Readonly<Record<string, Words>> {
  return {
    ...en,
    ...under('message', { ...messages, ...billingTexts, ...officeMessages }),
    ...under('role', roleLabel),
    ...Object.assign({}, ...Object.entries(switches).map(([name, texts]) => under(`switch.${name}`, texts))),
  };
}

// Not loadAndActivate: it would take away what staff's pages have added.
i18n.load('en', compiled(english()));
i18n.activate('en');
