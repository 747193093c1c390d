import { RuleError, type RuleMap, RulePath } from '../values/value.ts';
import { type Overload, overload } from './overload.ts';

export const pathMethods: Readonly<Record<string, readonly Overload[]>> = {
  bind: [overload(['path', 'map'], bind)],
};

/** `path('/a/b')`: the segments between the slashes. */
export function pathOf(text: string): RulePath {
  return new RulePath(text.split('/').filter((segment) => segment !== ''));
}

/** Replaces segments written `{name}` or `$(name)` by the values of a map. */
function bind(self: RulePath, values: RuleMap): RulePath | RuleError {
  const segments: RulePath['segments'][number][] = [];
  for (const segment of self.segments) {
    const name = typeof segment === 'string' ? /^(?:\{|\$\()([^{}()=]+)(?:=\*\*)?(?:\}|\))$/.exec(segment)?.[1] : undefined;
    const value = name === undefined ? segment : values.get(name);
    if (typeof value === 'string') segments.push(value);
    else if (value instanceof RulePath) segments.push(...value.segments);
    else if (value === undefined) segments.push(segment);
    else return new RuleError(`Unsupported operation error. path.bind() needs a string for '${name}'.`);
  }
  return new RulePath(segments);
}
