import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @param text valid JSON, in which an object has two members of one name @returns the refusal that names it */
export function repeatedMember(text: string): ApiError {
  const name = (firstRepeated(text) ?? '').slice(0, 80);
  return new ApiError('invalid-argument', say('memberTwice', { name }), { field: name });
}

function firstRepeated(text: string): string | undefined {
  const open: (Set<string> | null)[] = [];
  for (const [token, quoted, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    if (quoted === undefined || colon === undefined) continue;
    const name = JSON.parse(quoted) as string; // the pattern has matched a string
    const names = open.at(-1);
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return undefined;
}
