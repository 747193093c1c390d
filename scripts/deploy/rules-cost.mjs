import { childrenOf, parseRules } from './rules-compiler.mjs';

const lookups = new Set(['get', 'exists', 'getAfter', 'existsAfter']);

/**
 * The most that a rules file can cost a request, counted from its text, as if no `&&`, `||` or `? :` ever stopped early. A document that
 * is asked for twice is read once; two texts of a path are taken for two documents.
 * @param {string} source rules of Firestore or Storage
 * @returns {{ at: string, lookups: number, expressions: number, depth: number }[]} a row for each `allow`
 */
export function rulesCost(source) {
  const file = parseRules(source);
  const functions = named(new Map(), [...file.functions, ...file.serviceFunctions]);
  return file.matches.flatMap((match) => costsOf(match, { functions, source, path: '' }));
}

function costsOf(match, outer) {
  const path = `${outer.path}/${match.path.map(({ kind, text, name }) => (kind === 'literal' ? text : `{${name}}`)).join('/')}`;
  const functions = named(outer.functions, match.functions);
  const own = match.allows.map(({ methods, condition }) => ({
    at: `${path}: ${[...methods].join(', ')}`,
    ...(condition ? total(costOf(condition, { ...outer, functions })) : { lookups: 0, expressions: 0, depth: 0 }),
  }));
  return [...own, ...match.matches.flatMap((inner) => costsOf(inner, { ...outer, functions, path }))];
}

function named(outer, declarations) {
  return new Map([...outer, ...declarations.map((declaration) => [declaration.name, declaration])]);
}

function total({ documents, ...cost }) {
  return { lookups: documents.size, ...cost };
}

function costOf(expression, file) {
  const inner = childrenOf(expression).map((child) => costOf(child, file));
  const own = { documents: new Set(documentsOf(expression, file.source)), expressions: 1, depth: 0 };
  return [...inner, ...calledBy(expression, file)].reduce(add, own);
}

function calledBy({ kind, name }, file) {
  const declaration = kind === 'call' ? file.functions.get(name) : undefined;
  if (!declaration) return [];
  const whole = [...declaration.lets.map(({ value }) => value), declaration.result].map((part) => costOf(part, file)).reduce(add);
  return [{ ...whole, depth: whole.depth + 1 }];
}

/** `get(…)` of Firestore's rules, `firestore.get(…)` of Storage's; `get` of a map is a method of something else. */
function documentsOf({ kind, name, object, arguments: given }, source) {
  const isLookup = kind === 'call' || (kind === 'methodCall' && object.kind === 'name' && object.name === 'firestore');
  if (!isLookup || !lookups.has(name)) return [];
  return given.map(({ start, end }) => source.slice(start, end));
}

function add(a, b) {
  return {
    documents: new Set([...a.documents, ...b.documents]),
    expressions: a.expressions + b.expressions,
    depth: Math.max(a.depth, b.depth),
  };
}
