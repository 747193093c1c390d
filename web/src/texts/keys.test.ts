import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  activitySentences,
  billingTexts,
  csvTexts,
  fieldTexts,
  furtherRefusals,
  messages,
  officeMessages,
  queryRefusals,
  refusals,
  rules,
} from '@bedplate/contract';
import { expect, test } from 'vitest';
import { lateTexts } from '../testing/late-texts.ts';
import { en } from './en.ts';

const root = resolve('..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, code: readFileSync(`${root}/${file}`, 'utf8') }));
const pages = read('web/{src,build}/**/*.{ts,tsx}').filter(({ file }) => !file.startsWith('web/src/texts/'));
const server = read('functions/src/**/*.ts');
const all = [...pages, ...server, ...read('contract/src/*.ts')].map(({ code }) => code).join('\n');

/** Keys with a part that is known only at run time, such as `live.${state}`. */
const patterns = [...all.matchAll(/`(\w{2,}\.(?:[\w.]|\$\{[^{}`]*\})*)`/g)].map(([, text = '']) => {
  const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
});
const isUsed = (key: string) =>
  [`'${key}'`, `"${key}"`].some((quoted) => all.includes(quoted)) || patterns.some((pattern) => pattern.test(key));

test('no key of the console is left without a use', () => {
  expect(
    Object.keys({
      ...en,
      ...lateTexts,
    }).filter((key) => !isUsed(key)),
  ).toEqual([]);
});

/** The texts of the public site are in no catalogue of the console. */
const catalogues = Object.entries(import.meta.glob<Record<string, object>>('./en/*.ts', { eager: true }))
  .filter(([file]) => file !== './en/public.ts')
  .flatMap(([, tables]) => Object.values(tables));

test('a key of the console names one text, or the file that comes last would change the others', () => {
  const keys = catalogues.flatMap((table) => Object.keys(table));
  expect(keys.length).toBeGreaterThan(1_000);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('a text is asked for with a value for each of its places', () => {
  const texts: Record<string, unknown> = { ...en, ...lateTexts };
  const placesOf = (key: string) =>
    [...JSON.stringify(texts[key] ?? '').matchAll(/\{(\w+)\}|\["(\w+)"\]|\["(\w+)","plural"/g)].map(([, ...names]) => names.find(Boolean));
  const asked = pages.flatMap(({ file, code }) =>
    [...code.matchAll(/\bt\(\s*'([\w.]+)'\s*(?:,\s*\{([^{}]*)\}\s*)?\)/g)]
      .filter(([, , values = '']) => !values.includes('...'))
      .flatMap(([, key = '', values = '']) =>
        placesOf(key)
          .filter((place) => !new RegExp(`\\b${place}\\b`).test(values))
          .map((place) => `${file}: ${key} lacks ${place}`),
      ),
  );
  expect(asked).toEqual([]);
});

const sentences = [messages, billingTexts, officeMessages, rules, refusals, furtherRefusals, queryRefusals];
const tables = [...sentences, csvTexts, fieldTexts];

test('no sentence of the contract is left without a use', () => {
  const keys = tables.flatMap((table) => Object.keys(table));
  const named = (key: string) => isUsed(`message.${key}`) || isUsed(key) || new RegExp(`(essages|Texts)\\.${key}\\b`).test(all);
  expect(keys.filter((key) => !named(key) && !/^(notFound\.|plan|account)/.test(key))).toEqual([]);
  expect(Object.keys(activitySentences).filter((kind) => !isUsed(kind))).toEqual([]);
});

test('a key names one sentence', () => {
  const keys = tables.flatMap((table) => Object.keys(table));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

/** Apps and programs are told these, never people at the console. */
const ofPrograms =
  /functions\/src\/(domain\/(records|app-(?:users|teams)|grants|livesync|webhooks|usage)\/|routes\/api\/|http\/routes|services\/schema-lease|validation\/json-shape)/;
/** The message has a part that somebody else words, or it is about a call that the console does not make. */
const exceptions = ['after is the header', 'The account of this project is suspended', 'The key "$'];

test('each refusal of the server that the console may show has a key', () => {
  const literal = /(?:new ApiError\(\s*'[\w-]+',|(?:invalidField|invalid|refused|denied)\((?:'[\w]*',)?)\s*(['"`])((?:(?!\1).)+)\1/g;
  const found = server
    .filter(({ file }) => !ofPrograms.test(file))
    .flatMap(({ file, code }) => [...code.matchAll(literal)].map(([, , text = '']) => `${file}: ${text}`));
  expect(found.filter((text) => / .* /.test(text) && !exceptions.some((known) => text.includes(known)))).toEqual([]);
});

test('no sentence begins with a field or a word of the wire, but those about app users, whom apps name by their fields', () => {
  const worded = sentences.flatMap((table) => Object.entries<string>(table));
  expect(worded.filter(([, text]) => /^[a-z]/.test(text) && !/^(username|email) /.test(text))).toEqual([]);
});
