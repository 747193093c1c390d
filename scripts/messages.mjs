// Writes docs/messages.md, every sentence of the server and the console's forms with its place: `npm run messages`.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { billingTexts, fieldTexts, messages, furtherRefusals, officeMessages, queryRefusals, refusals, rules } from '@bedplate/contract';
import { root } from './suite/paths.mjs';

const chinese = Object.assign(
  {},
  ...(await Promise.all(['messages', 'payments', 'staff', 'refusals', 'query-refusals', 'rules', 'field-texts'].map(textsOf))),
);
const tables = {
  'Answers and failures': messages,
  'Plans and payments': billingTexts,
  Staff: officeMessages,
  Refusals: { ...refusals, ...furtherRefusals, ...queryRefusals },
  'Rules of fields': rules,
  'Fields of a schema': fieldTexts,
};
const sources = globSync(['functions/src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'contract/src/*.ts'], { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/texts\//.test(file))
  .map((file) => ({ name: basename(file), code: readFileSync(join(root, file), 'utf8') }));

const parts = Object.entries(tables).map(([title, texts]) => {
  const rows = Object.entries(texts).map(
    ([key, text]) => `| \`${key}\` | ${cell(text)} | ${cell(chinese[key] ?? '–')} | ${placesOf(key).join(', ') || '–'} |`,
  );
  return [`## ${title}`, '', '| key | English | Chinese | files |', '|---|---|---|---|', ...rows].join('\n');
});
const intro = [
  '# Messages',
  '',
  'Every sentence that the server answers with, or that a form says of a field, in both languages, with the files that say it. `npm run messages` writes this page.',
  '',
  'A sentence says what was wrong, with what, and what to do. It begins with no name of a field or word of the wire: the answer’s `error.details` names the field, and forms show the sentence there. Programs of the data API may read names of fields.',
].join('\n');
writeFileSync(join(root, 'docs/messages.md'), `${[intro, ...parts].join('\n\n')}\n`);

async function textsOf(name) {
  const module = await import(`../web/src/texts/zh/${name}.ts`);
  return Object.assign({}, ...Object.values(module));
}

function placesOf(key) {
  const use = new RegExp(`['"\`](?:message\\.)?${key.replaceAll('.', '\\.')}['"\`]|(?:essages|Texts)\\.${key.replaceAll('.', '\\.')}\\b`);
  return [...new Set(sources.filter(({ code }) => use.test(code)).map(({ name }) => name))].slice(0, 5);
}

function cell(text) {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}
