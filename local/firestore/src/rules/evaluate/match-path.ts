import type { MatchSegment } from '../language/syntax.ts';
import { RulePath, type RuleValue, type Unknown, unknown } from '../values/value.ts';

/**
 * One place of a requested path: a known segment, one unknown segment, or any number of unknown segments.
 * The last two occur in list proofs only.
 */
export type RequestedSegment = string | Unknown | typeof anySegments;

export const anySegments: unique symbol = Symbol('any number of segments');

/** @returns the values of the wildcards, or `undefined` unless the pattern covers the whole path, whatever its unknown parts are */
export function matchPath(pattern: readonly MatchSegment[], path: readonly RequestedSegment[], version: 1 | 2): RuleValue[] | undefined {
  const recursive = pattern.findIndex(({ kind }) => kind === 'recursive');
  if (recursive < 0) return pattern.length === path.length ? matchEach(pattern, path, []) : undefined;
  const after = pattern.slice(recursive + 1);
  const taken = path.length - recursive - after.length;
  // Version 1 takes at least one segment, version 2 also none.
  if (taken < (version === 1 ? 1 : 0)) return undefined;
  const bindings = matchEach(pattern.slice(0, recursive), path.slice(0, recursive), []);
  if (!bindings) return undefined;
  bindings.push(recursiveValue(path.slice(recursive, recursive + taken)));
  return matchEach(after, path.slice(recursive + taken), bindings);
}

function matchEach(pattern: readonly MatchSegment[], path: readonly RequestedSegment[], bindings: RuleValue[]): RuleValue[] | undefined {
  for (let index = 0; index < pattern.length; index++) {
    const segment = pattern[index];
    const requested = path[index];
    if (segment === undefined || requested === undefined || typeof requested === 'symbol') return undefined;
    if (segment.kind !== 'literal') bindings.push(requested);
    else if (segment.text !== requested) return undefined;
  }
  return bindings;
}

function recursiveValue(path: readonly RequestedSegment[]): RuleValue {
  const segments = path.filter((segment) => typeof segment !== 'symbol');
  return segments.length === path.length ? new RulePath(segments) : unknown;
}
