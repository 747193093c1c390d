import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { billingTexts, furtherRefusals, messages, queryRefusals, refusals, rules, switches } from '@bedplate/contract';
import { root } from '../suite/paths.mjs';
import { makersOf, refusalsIn } from './refusals-in.mjs';

const server = join(root, 'functions/src');
/** The makers of refusals, and documents for programs, mails, scripts and what the platform reads: no answer of a call has their sentences. */
const otherwise = /\.test\.ts$|^(?:config|deployed|errors|runtime|services|store|tools|domain\/(?:mail|openapi|type-declarations))\//;
const worded = { ...messages, ...rules, ...refusals, ...furtherRefusals, ...queryRefusals, ...billingTexts };

/** @returns what the server's files say, each with its file below functions/src; a star in a key stands for any name */
export function serverRefusals() {
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !otherwise.test(file));
  const sources = files.toSorted().map((file) => ({ file, source: readFileSync(join(server, file), 'utf8') }));
  const makers = new Map(sources.flatMap(({ source }) => [...makersOf(source)]));
  return sources.flatMap(({ file, source }) =>
    refusalsIn(source, makers)
      .filter(({ text }) => !text || isWhole(text))
      .map((refusal) => ({ ...refusal, file })),
  );
}

/** @returns {Record<string, string[]>} by code, the English sentences with which the data API refuses calls; places are names in braces */
export function dataApiRefusals() {
  const loaded = reachedFrom(['api-app.ts', ...globSync('routes/api/*.ts', { cwd: server })]);
  const byCode = new Map();
  for (const { code, key, text, file } of serverRefusals()) {
    if (code === null || !loaded.has(file)) continue;
    const sentences = key ? Object.keys(worded).flatMap((each) => (isNamedBy(each, key) ? [worded[each]] : [])) : [text];
    byCode.set(code, [...(byCode.get(code) ?? []), ...sentences.map(shown)]);
  }
  byCode.set('feature-off', refusalsOfSwitches());
  return Object.fromEntries([...byCode].map(([code, sentences]) => [code, [...new Set(sentences)].toSorted(byFirstWord)]));
}

/** The switches that a call of the data API asks for, by the file that asks. */
function refusalsOfSwitches() {
  const asking = readFileSync(join(server, 'domain/platform/require-on.ts'), 'utf8');
  return Object.entries(switches).flatMap(([name, { refusal }]) => (asking.includes(`'${name}'`) ? [refusal] : []));
}

/** @returns {boolean} whether a key is the pattern, or what it means with a name in place of the star */
export function isNamedBy(key, pattern) {
  const [before, after] = pattern.split('*');
  return after === undefined ? key === pattern : key.startsWith(before) && key.endsWith(after) && key.length > pattern.length;
}

/** @returns the sentence as people read it: of plural forms the general one, with the place of the number */
export function shown(sentence) {
  const plural = /\{(\w+), plural, (?:one \{[^}]*\} )?other \{([^}]*)\}\}/g;
  return sentence.replace(plural, (_, place, other) => other.replaceAll('#', `{${place}}`)).replaceAll('{…}', '…');
}

function byFirstWord(one, other) {
  const words = (sentence) => sentence.replace(/^[^a-z]+/i, '');
  return words(one).localeCompare(words(other), 'en');
}

/** The ends of sentences, and templates of little but places, say nothing by themselves. */
function isWhole(text) {
  return /[a-z]{2,} [a-z]{2,}/i.test(text.replaceAll('{…}', '')) && !text.startsWith(' ');
}

/** @returns the files that these load, at once or later, with their imports of values */
function reachedFrom(files) {
  const found = new Set();
  const open = files.filter((file) => !otherwise.test(file));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(join(server, file), 'utf8');
    const { staticImports, dynamicImports } = parseSync(file, text).module;
    const values = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
    const later = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
    const paths = [...values.map(({ moduleRequest }) => moduleRequest.value), ...later].map((path) => join(dirname(file), path));
    open.push(...paths.filter((path) => existsSync(join(server, path))));
  }
  return found;
}
