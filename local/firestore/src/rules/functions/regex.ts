import { RE2JS } from 're2js';
import { RuleError } from '../values/value.ts';

const cached = new Map<string, RE2JS | RuleError>();
const maxCached = 500;
/** Bounds what one pattern, which may come from a document, can cost to compile. */
const maxPatternLength = 10_000;

/** A compiled RE2 pattern: linear in its input, whatever the pattern is. */
export function regexOf(pattern: string): RE2JS | RuleError {
  const known = cached.get(pattern);
  if (known) return known;
  const compiled = compile(pattern);
  if (cached.size >= maxCached) cached.clear();
  cached.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RE2JS | RuleError {
  if (pattern.length > maxPatternLength) return new RuleError(`Invalid regular expression: longer than ${maxPatternLength} characters.`);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return new RuleError(
      `Invalid regular expression pattern. Pattern: ${pattern.slice(0, 100)}. ${error instanceof Error ? error.message : ''}`.trim(),
    );
  }
}
