import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  billingTexts,
  fieldTexts,
  furtherRefusals,
  messages,
  officeMessages,
  queryRefusals,
  refusals,
  rules,
  statusOf,
  switches,
} from '@bedplate/contract';
import { root } from '../suite/paths.mjs';
import { consoleRefusals } from './console-refusals.mjs';
import { isNamedBy, serverRefusals, shown } from './server-refusals.mjs';

const mostPlaces = 5;
const intro = [
  '# Messages',
  '',
  'Every sentence that the server answers with, or that the console says of a field or a failure, in both languages, with the files that say it. `npm run messages` writes this page, and a unit test fails when it is out of date.',
  '',
  'A sentence says what was wrong, with what, and what to do. It begins with no name of a field or word of the wire: the answer’s `error.details` names the field, and forms show the sentence there. Programs of the data API may read names of fields.',
  '',
  'The status and the code are those of the refusal; without one it is an answer, a warning, a problem of one row, or the sentence of a form.',
].join('\n');

/** @returns {Promise<string>} docs/messages.md as it should be */
export async function messagesPage() {
  const [chinese, english] = [await textsOf('zh'), await textsOf('en')];
  const said = serverRefusals();
  const tables = {
    'Answers and failures': messages,
    'Plans and payments': billingTexts,
    Staff: officeMessages,
    Refusals: { ...refusals, ...furtherRefusals, ...queryRefusals },
    'Rules of fields': rules,
    'Fields of a schema': fieldTexts,
  };
  const places = placesOfWords();
  const parts = Object.entries(tables).map(([title, texts]) =>
    table(
      title,
      ['key', 'refusal', 'English', 'Chinese', 'files'],
      Object.entries(texts).map(([key, text]) => {
        const own = said.filter((one) => one.key !== undefined && isNamedBy(key, one.key));
        const files = [...own.map(({ file }) => basename(file)), ...(places.get(key) ?? [])];
        return [`\`${key}\``, codesOf(own), cell(text), cell(chinese[key] ?? '–'), listed(files)];
      }),
    ),
  );
  return `${[intro, ...parts, ofSwitches(chinese), ofConsole(english, chinese), ofServer(said)].join('\n\n')}\n`;
}

/** The sentence of each feature that staff have switched off. */
function ofSwitches(chinese) {
  return table(
    'Features that are switched off',
    ['switch', 'refusal', 'English', 'Chinese', 'files'],
    Object.entries(switches).map(([name, { refusal }]) => [
      `\`${name}\``,
      codesOf([{ code: 'feature-off' }]),
      cell(refusal),
      cell(chinese.switchTexts[name].refusal),
      'require-on.ts',
    ]),
  );
}

/** The console's own texts of failures. */
function ofConsole(english, chinese) {
  const rows = [...consoleRefusals()].filter(([key]) => key in english).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const title = 'Failures that the console words itself';
  return table(
    title,
    ['key', 'English', 'Chinese', 'files'],
    rows.map(([key, files]) => [`\`${key}\``, cell(english[key]), cell(chinese[key] ?? '–'), listed(files.map((file) => basename(file)))]),
  );
}

/** Sentences in the code of the server, which has no key for them: the data API speaks English. */
function ofServer(said) {
  const texts = Map.groupBy(
    said.filter(({ text }) => text),
    ({ text }) => shown(text),
  );
  const rows = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return table(
    'Sentences in the code, in English alone',
    ['English', 'refusal', 'files'],
    rows.map(([text, own]) => [cell(text), codesOf(own), listed(own.map(({ file }) => file))]),
  );
}

function table(title, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function codesOf(said) {
  const codes = [...new Set(said.flatMap(({ code }) => (code === null ? [] : [code])))].toSorted();
  return codes.map((code) => `${statusOf[code]} \`${code}\``).join(', ') || '–';
}

function listed(files) {
  return [...new Set(files)].slice(0, mostPlaces).join(', ') || '–';
}

/** @returns {Map<string, string[]>} each text in quotes, and each member of a table of messages, with the names of the files that have it */
function placesOfWords() {
  const places = new Map();
  const files = globSync(['functions/src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'contract/src/*.ts'], { cwd: root });
  for (const file of files.filter((each) => !/\.test\.tsx?$|\/texts\//.test(each)).toSorted()) {
    const code = readFileSync(join(root, file), 'utf8');
    const words = code.matchAll(/(['"`])(?:message\.)?([\w.]+)\1|(?:essages|Texts)\.(\w+(?:\.\w+)*)\b/g);
    for (const word of new Set([...words].map(([, , quoted, member]) => quoted ?? member)))
      places.set(word, [...(places.get(word) ?? []), basename(file)]);
  }
  return places;
}

/** @returns {Promise<Record<string, unknown>>} all texts of the console in one language, by key; those of switches below `switchTexts` */
async function textsOf(language) {
  const files = globSync(`web/src/texts/${language}/*.ts`, { cwd: root });
  const modules = await Promise.all(files.map((file) => import(join(root, file))));
  const [{ switchTexts } = {}] = modules.filter((module) => 'switchTexts' in module);
  const tables = modules.flatMap((module) => Object.values(module).filter((each) => typeof each === 'object' && each !== switchTexts));
  return Object.assign({}, ...tables, { switchTexts });
}

function cell(words) {
  return textOf(words).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** @returns the text as it is written; of compiled plural forms the general one */
function textOf(words) {
  if (typeof words === 'string') return words;
  return words.map((part) => (typeof part === 'string' ? part : placeOf(part))).join('');
}

function placeOf([name, , forms]) {
  return forms ? forms.other.map((part) => (part === '#' ? `{${name}}` : part)).join('') : `{${name}}`;
}
