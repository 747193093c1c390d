import { SyntaxProblem } from './issue.ts';
import type { MatchSegment } from './syntax.ts';
import type { TokenStream } from './token-stream.ts';

/** Reads the path of a match block, such as `/users/{userId}/posts/{rest=**}`. @throws SyntaxProblem */
export function parseMatchPath(tokens: TokenStream): MatchSegment[] {
  const { source } = tokens;
  const segments: MatchSegment[] = [];
  let at = tokens.current.start;
  if (source[at] !== '/') throw tokens.problem("A match path starts with '/'.");
  while (source[at] === '/') {
    const segment = readSegment(source, at + 1);
    segments.push(segment);
    at = segment.end;
  }
  tokens.seek(at);
  return segments;
}

const wildcard = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(=\s*\*\*\s*)?\}/y;
const literal = /[^\s/{}()$;,'"]+|\(default\)/y;

function readSegment(source: string, start: number): MatchSegment {
  wildcard.lastIndex = start;
  const variable = wildcard.exec(source);
  if (variable) return { kind: variable[2] ? 'recursive' : 'wildcard', name: variable[1] ?? '', start, end: wildcard.lastIndex };
  literal.lastIndex = start;
  const text = literal.exec(source)?.[0];
  if (text !== undefined) return { kind: 'literal', text, start, end: literal.lastIndex };
  const span = { start, end: start + 1 };
  if (source[start] === '{')
    throw new SyntaxProblem(span, 'This wildcard is malformed. Write {name} for one segment or {name=**} for the rest of the path.');
  if (source[start] === '$')
    throw new SyntaxProblem(span, "A match path cannot hold '$(…)'. Use a wildcard such as {name} and compare it in the condition.");
  throw new SyntaxProblem(span, 'A path segment is missing here. Write a name, {name} or {name=**}.');
}
