import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../suite/paths.mjs';
import { compileRules, limits } from './rules-compiler.mjs';
import { rulesCost } from './rules-cost.mjs';

/**
 * https://firebase.google.com/docs/firestore/quotas: 200 composite indexes and 200 configurations of single fields in a database; with
 * billing the first may be more, which no deployment needs to rely on.
 */
const mostIndexes = { composite: 200, fields: 200 };

/** @returns {string[]} what production would refuse or deny, in the rules, the indexes and the Hosting of the repository */
export function problemsOfFiles(functions) {
  return [
    ...problemsOfRules('firestore.rules', limits.lookupsPerRequest),
    ...problemsOfRules('storage.rules', limits.storageLookups),
    ...problemsOfIndexes(JSON.parse(read('firestore.indexes.json'))),
    ...problemsOfHosting(JSON.parse(read('firebase.json')).hosting, functions),
  ];
}

/** @param source text of a rules file @returns {string[]} */
export function problemsOfRules(name, mostLookups, source = read(name)) {
  const { ruleset, issues } = compileRules(source);
  const said = issues.map(({ message, line }) => `${name}${line ? `:${line}` : ''}: ${message}`);
  if (!ruleset) return said;
  const costs = rulesCost(source).flatMap(({ at, lookups, expressions, depth }) => [
    ...(lookups > mostLookups ? [`${name}, ${at}: up to ${lookups} documents are read; a request may read ${mostLookups}.`] : []),
    ...(expressions > limits.expressionsPerRequest
      ? [`${name}, ${at}: up to ${expressions} expressions; a request may evaluate ${limits.expressionsPerRequest}.`]
      : []),
    ...(depth > limits.callDepth ? [`${name}, ${at}: calls are ${depth} deep; ${limits.callDepth} are allowed.`] : []),
  ]);
  return [...said, ...costs];
}

/** @returns {string[]} */
export function problemsOfIndexes({ indexes, fieldOverrides }) {
  return [
    ...(indexes.length > mostIndexes.composite
      ? [`firestore.indexes.json has ${indexes.length} composite indexes; ${mostIndexes.composite} is the most.`]
      : []),
    ...(fieldOverrides.length > mostIndexes.fields
      ? [`firestore.indexes.json has ${fieldOverrides.length} configurations of fields; ${mostIndexes.fields} is the most.`]
      : []),
    ...indexes
      .filter(({ fields }) => fields.length > 100)
      .map(({ collectionGroup }) => `An index of ${collectionGroup} has more than 100 fields.`),
  ];
}

/** @returns {string[]} */
export function problemsOfHosting(hosting, functions) {
  const unknown = hosting.rewrites.filter(({ function: name }) => name && !functions.includes(name));
  return unknown.map(({ source, function: name }) => `firebase.json sends ${source} to the function ${name}, which is not deployed.`);
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
