import { parseSync } from 'oxc-parser';

/**
 * @typedef {object} Refusal
 * @property {string | null} code of the contract; null where the file names none for the sentence
 * @property {string} [key] of the contract's texts
 * @property {string} [text] English in the code itself, with places in braces
 */

/**
 * Reads what a file of the server says, with the code that goes with it: of a new ApiError, invalidField and notFound around it or
 * around the variable that holds it, of `code:` beside it, or of the function that it is given to. A file that makes refusals of one code gives it to what is left, unless
 * that is about sizes: then the others are problems of single rows.
 * @param {string} source
 * @param {ReadonlyMap<string, string>} [makers] functions of other files that make a refusal out of a sentence, with its code
 * @returns {Refusal[]} each sentence once for each code
 */
export function refusalsIn(source, makers = new Map()) {
  const program = parseSync('file.ts', source).program;
  const context = { makers: new Map([...makers, ...makersIn(program.body)]), kept: keptSentences(program), code: null };
  const found = new Map();
  const codes = new Set();
  walk(program, context, {
    sentence: (refusal) => found.set(JSON.stringify(refusal), refusal),
    code: (code) => codes.add(code),
  });
  const only = codes.size === 1 && !codes.has('payload-too-large') ? [...codes][0] : null;
  const refusals = [...found.values()].map((one) => (one.code === null && one.key ? { ...one, code: only } : one));
  // A sentence beside a code says more than the same one without.
  return refusals.filter(
    (one) => one.code !== null || !refusals.some(({ code, key, text }) => code && key === one.key && text === one.text),
  );
}

/** @returns {Map<string, string>} the functions that a file exports and that make a refusal out of a sentence, with its code */
export function makersOf(source) {
  const { body } = parseSync('file.ts', source).program;
  return makersIn(body.filter(({ type }) => type === 'ExportNamedDeclaration'));
}

function makersIn(statements) {
  const makers = new Map();
  for (const statement of statements) {
    const made = statement.declaration ?? statement;
    if (made.type !== 'FunctionDeclaration') continue;
    const own = new Set(made.params.flatMap(namesOf));
    visit(made.body, (node) => {
      const code = codeOf(node);
      const sentence = code && node.arguments[1];
      if (code && namesOf(sentence).some((name) => own.has(name))) makers.set(made.id.name, code);
    });
  }
  return makers;
}

/** @returns the names in a parameter or an argument that is no more than a name */
function namesOf(node) {
  if (node?.type === 'Identifier') return [node.name];
  if (node?.type === 'ObjectPattern') return node.properties.flatMap(({ value }) => namesOf(value));
  return [];
}

function walk(node, context, take) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, context, take);
    return;
  }
  if (node.type === 'NewExpression' && node.callee.name !== 'ApiError' && (node.callee.name ?? '').endsWith('Error')) return; // for the logs
  const own = codeOf(node) ?? codeBeside(node) ?? (node.type === 'VariableDeclarator' ? context.kept.get(node.id.name) : undefined);
  if (own) take.code(own);
  const code = own ?? (node.type === 'CallExpression' ? context.makers.get(node.callee.name) : undefined) ?? context.code;
  if (node.type === 'CallExpression' && node.callee.name === 'notFound')
    for (const name of textsOf(node.arguments[0])) take.sentence({ code: 'not-found', key: `notFound.${name}` });
  if (node.type === 'CallExpression' && node.callee.name === 'say')
    for (const key of textsOf(node.arguments[0])) take.sentence({ code, key });
  const text = sentenceOf(node);
  if (text) take.sentence({ code, text });
  else for (const part of Object.values(node)) walk(part, { ...context, code }, take);
}

/** @returns {Map<string, string>} the variables that are the sentence of a refusal further on, with its code */
function keptSentences(program) {
  const codes = new Map();
  visit(program, (node) => {
    const code = codeOf(node);
    for (const name of code ? namesOf(node.arguments[1]) : []) codes.set(name, [...(codes.get(name) ?? []), code]);
  });
  return new Map([...codes].flatMap(([name, [code, ...others]]) => (others.every((other) => other === code) ? [[name, code]] : [])));
}

/** @returns the code of everything inside a node that makes a refusal */
function codeOf(node) {
  if (node.type === 'NewExpression' && node.callee.name === 'ApiError') return textsOf(node.arguments[0])[0];
  if (node.type === 'CallExpression' && node.callee.name === 'invalidField') return 'invalid-argument';
  return undefined;
}

/** @returns the code of an object with a code and a sentence */
function codeBeside(node) {
  if (node.type !== 'ObjectExpression') return undefined;
  const named = (name) => node.properties.find(({ key }) => key?.name === name)?.value;
  return named('sentence') && textsOf(named('code'))[0];
}

/** @returns the texts that an expression can be; what a template fills in is a star */
function textsOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('*')];
  return [];
}

function sentenceOf(node) {
  const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
  if (!isText) return undefined;
  const text = node.type === 'Literal' ? node.value : node.quasis.map(({ value }) => value.cooked).join('{…}');
  return /\S \S/.test(text) && /[.!?]$/.test(text) ? text : undefined;
}

function visit(node, look) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type) look(node);
  for (const part of Object.values(node)) visit(part, look);
}
