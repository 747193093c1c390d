import { parseExpression } from './expression-parser.ts';
import { type Span, SyntaxProblem } from './issue.ts';
import { limits } from './limits.ts';
import { parseMatchPath } from './match-path.ts';
import type { AllowStatement, FunctionDeclaration, LetBinding, MatchBlock, Method, Name, RulesFile, ServiceName } from './syntax.ts';
import { TokenStream } from './token-stream.ts';

/** Parses a whole source. @throws SyntaxProblem at the first mistake */
export function parseRules(source: string): RulesFile {
  const tokens = new TokenStream(source);
  const version = parseVersion(tokens);
  const functions = parseFunctions(tokens);
  if (!tokens.sees('service')) throw tokens.problem("Expected 'service cloud.firestore { … }' or 'service firebase.storage { … }'.");
  const { service, body } = parseService(tokens);
  functions.push(...parseFunctions(tokens));
  if (tokens.sees('service')) throw tokens.problem('A rules file holds one service. Put the other one into a file of its own.');
  if (tokens.current.kind !== 'end')
    throw tokens.problem("Nothing may follow the service except functions. Remove this, or check for a '}' too many above.");
  return { version, service, functions, serviceFunctions: body.functions, matches: body.matches };
}

function parseVersion(tokens: TokenStream): 1 | 2 {
  if (!tokens.accept('rules_version')) return 1;
  tokens.expect('=', "after 'rules_version'");
  const value = tokens.take();
  tokens.expect(';', 'after the version');
  if (value.kind === 'string' && (value.value === '1' || value.value === '2')) return value.value === '1' ? 1 : 2;
  throw new SyntaxProblem(value, `${value.text.slice(0, 40)} is not a rules version. Write rules_version = '2';`);
}

function parseFunctions(tokens: TokenStream): FunctionDeclaration[] {
  const functions: FunctionDeclaration[] = [];
  while (tokens.sees('function')) functions.push(parseFunction(tokens));
  return functions;
}

function parseService(tokens: TokenStream): { service: ServiceName; body: Body } {
  tokens.expect('service', 'here');
  const start = tokens.expectName('the name of a service').start;
  while (tokens.accept('.')) tokens.expectName('the rest of the name of the service');
  const name = tokens.source.slice(start, tokens.lastEnd);
  if (name !== 'cloud.firestore' && name !== 'firebase.storage') {
    throw new SyntaxProblem(
      { start, end: tokens.lastEnd },
      `'${name.slice(0, 60)}' is not a known service. Use cloud.firestore or firebase.storage.`,
    );
  }
  tokens.expect('{', 'after the name of the service');
  return { service: name, body: parseBody(tokens, 0) };
}

interface Body {
  readonly functions: FunctionDeclaration[];
  readonly allows: AllowStatement[];
  readonly matches: MatchBlock[];
}

/** Reads up to and including the closing brace. @param depth number of match blocks around; 0 is the service itself */
function parseBody(tokens: TokenStream, depth: number): Body {
  const body: Body = { functions: [], allows: [], matches: [] };
  while (!tokens.accept('}')) {
    if (tokens.sees('function')) body.functions.push(parseFunction(tokens));
    else if (tokens.sees('match')) body.matches.push(parseMatch(tokens, depth + 1));
    else if (tokens.sees('allow') && depth > 0) body.allows.push(parseAllow(tokens));
    else if (tokens.sees('allow')) throw tokens.problem("'allow' belongs inside a match block. Write match /path { allow … }.");
    else throw tokens.problem(depth > 0 ? "Expected 'allow', 'match', 'function' or '}'." : "Expected 'match', 'function' or '}'.");
  }
  return body;
}

function parseMatch(tokens: TokenStream, depth: number): MatchBlock {
  const { start } = tokens.expect('match', 'here');
  const path = parseMatchPath(tokens);
  const span: Span = { start, end: tokens.lastEnd };
  if (depth > limits.matchDepth)
    throw new SyntaxProblem(
      span,
      `Match blocks nest at most ${limits.matchDepth} deep. Join this path with the one around it, as in match /a/{b}/c/{d}.`,
    );
  tokens.expect('{', 'after the path');
  return { ...span, path, ...parseBody(tokens, depth) };
}

const methodsOf: ReadonlyMap<string, readonly Method[]> = new Map<string, readonly Method[]>([
  ['read', ['get', 'list']],
  ['get', ['get']],
  ['list', ['list']],
  ['write', ['create', 'update', 'delete']],
  ['create', ['create']],
  ['update', ['update']],
  ['delete', ['delete']],
]);

function parseAllow(tokens: TokenStream): AllowStatement {
  const { start } = tokens.expect('allow', 'here');
  const methods = new Set<Method>();
  do {
    const name = tokens.expectName(`a method: ${[...methodsOf.keys()].join(', ')}`);
    const covered = methodsOf.get(name.text);
    if (!covered) throw new SyntaxProblem(name, `'${name.text}' is not a method. Use ${[...methodsOf.keys()].join(', ')}.`);
    for (const method of covered) methods.add(method);
  } while (tokens.accept(','));
  const condition = parseCondition(tokens);
  // The last statement of a block may go without: the samples of Firebase do.
  if (!tokens.sees('}')) tokens.expect(';', "to end the 'allow' statement");
  return { methods, ...(condition && { condition }), start, end: tokens.lastEnd };
}

function parseCondition(tokens: TokenStream): AllowStatement['condition'] {
  if (!tokens.accept(':')) return undefined;
  tokens.expect('if', "after ':'");
  return parseExpression(tokens);
}

function parseFunction(tokens: TokenStream): FunctionDeclaration {
  const { start } = tokens.expect('function', 'here');
  const name = tokens.expectName('the name of the function');
  const parameters = parseParameters(tokens);
  if (parameters.length > limits.functionArguments)
    throw new SyntaxProblem(
      name,
      `A function takes at most ${limits.functionArguments} arguments; '${name.text}' has ${parameters.length}. Pass a map, or read the values inside.`,
    );
  const span = { start, end: tokens.lastEnd };
  tokens.expect('{', 'before the body of the function');
  const lets = parseLets(tokens);
  if (lets.length > limits.letBindings)
    throw new SyntaxProblem(
      name,
      `A function has at most ${limits.letBindings} 'let' bindings; '${name.text}' has ${lets.length}. Split it, or read fields where they are used.`,
    );
  if (!tokens.sees('return'))
    throw tokens.problem(`The body of '${name.text}' is 'let' bindings and one 'return'. Write 'return' before its result.`);
  tokens.take();
  const result = parseExpression(tokens);
  tokens.accept(';');
  tokens.expect('}', `after the result of '${name.text}'`);
  return { name: name.text, parameters, lets, result, ...span };
}

function parseParameters(tokens: TokenStream): Name[] {
  tokens.expect('(', 'after the name of the function');
  const parameters: Name[] = [];
  while (!tokens.accept(')')) {
    parameters.push(tokens.expectName('the name of an argument'));
    if (!tokens.accept(',')) {
      tokens.expect(')', "or ',' after an argument");
      break;
    }
  }
  return parameters;
}

function parseLets(tokens: TokenStream): LetBinding[] {
  const lets: LetBinding[] = [];
  while (tokens.accept('let')) {
    const name = tokens.expectName("the name of the variable after 'let'");
    tokens.expect('=', `after 'let ${name.text}'`);
    const value = parseExpression(tokens);
    tokens.expect(';', "to end the 'let' binding");
    lets.push({ name, value });
  }
  return lets;
}
