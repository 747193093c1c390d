import { methodOfUnknownList } from '../functions/collection.ts';
import { globalFunction, lookupFunctions, methodOverloads, namespaceFunction } from '../functions/library.ts';
import { methodOfPartialMap } from '../functions/map.ts';
import { callOverloads, type Overload } from '../functions/overload.ts';
import { limits } from '../language/limits.ts';
import type { Span } from '../language/issue.ts';
import type { ServiceName } from '../language/syntax.ts';
import { printPath } from '../values/print.ts';
import { isUnknown, PartialMap, RuleError, RulePath, type RuleValue, typeOf, Unknown, unknown } from '../values/value.ts';
import { type Context, type Evaluate, exhausted, located } from './context.ts';
import type { FunctionCell } from './scope.ts';

/** A call of a function that the source declares. Values, errors included, pass to it unchanged. */
export function callDeclared(cell: FunctionCell, inputs: readonly Evaluate[], span: Span): Evaluate {
  const { name, parameters } = cell.declaration;
  if (inputs.length !== parameters.length) return notFound(name, span);
  return (context) => {
    if (context.isExhausted()) return exhausted(span);
    if (context.callDepth >= limits.callDepth)
      return new RuleError(`Functions call each other deeper than ${limits.callDepth} levels.`, span, true);
    const frame: RuleValue[] = [];
    for (const input of inputs) frame.push(input(context));
    const caller = context.frame;
    context.frame = frame;
    context.callDepth += 1;
    for (const binding of cell.lets) frame.push(binding(context));
    const result = cell.result(context);
    context.callDepth -= 1;
    context.frame = caller;
    return result;
  };
}

/** A call without a receiver: a cast, or a document lookup. */
export function callGlobal(
  service: ServiceName,
  { name, inputs, span }: { name: string; inputs: readonly Evaluate[]; span: Span },
): Evaluate {
  if (service === 'cloud.firestore' && lookupFunctions.has(name)) return callLookup(name, inputs, span);
  const overloads = globalFunction(name);
  return overloads ? callBuiltIn(name, { overloads, inputs, span }) : notFound(name, span);
}

/** `namespace.name(…)` */
export function callInNamespace(
  service: ServiceName,
  { namespace, name, inputs, span }: { namespace: string; name: string; inputs: readonly Evaluate[]; span: Span },
): Evaluate {
  if (namespace === 'firestore' && service === 'firebase.storage' && (name === 'get' || name === 'exists'))
    return callLookup(name, inputs, span);
  const overloads = namespaceFunction(namespace, name);
  return overloads ? callBuiltIn(`${namespace}.${name}`, { overloads, inputs, span }) : notFound(`${namespace}.${name}`, span);
}

export function callMethod(
  name: string,
  { receiver, inputs, span }: { receiver: Evaluate; inputs: readonly Evaluate[]; span: Span },
): Evaluate {
  const overloads = methodOverloads(name) ?? [];
  return (context) => {
    if (context.isExhausted()) return exhausted(span);
    const self = receiver(context);
    if (self instanceof RuleError) return self;
    if (self === null) return new RuleError('Null value error.', span);
    const values = inputs.map((input) => input(context));
    if (isUnknown(self)) return methodOfUnknown(self, name, values);
    const type = typeOf(self);
    const candidates = overloads.filter(({ parameters }) => parameters[0] === type);
    return located(candidates.length > 0 ? callOverloads(name, candidates, [self, ...values]) : missing(name), span);
  };
}

function methodOfUnknown(self: Unknown | PartialMap, name: string, values: readonly RuleValue[]): RuleValue {
  const error = values.find((value) => value instanceof RuleError);
  if (error) return error;
  return self instanceof PartialMap ? methodOfPartialMap(self, name, values) : methodOfUnknownList(self, name, values);
}

function callBuiltIn(
  name: string,
  { overloads, inputs, span }: { overloads: readonly Overload[]; inputs: readonly Evaluate[]; span: Span },
): Evaluate {
  return (context) => {
    if (context.isExhausted()) return exhausted(span);
    return located(
      callOverloads(
        name,
        overloads,
        inputs.map((input) => input(context)),
      ),
      span,
    );
  };
}

function callLookup(name: string, inputs: readonly Evaluate[], span: Span): Evaluate {
  const [input] = inputs;
  if (!input || inputs.length !== 1) return notFound(name, span);
  const after = name.endsWith('After');
  const asksExistence = name.startsWith('exists');
  return (context) => {
    if (context.isExhausted()) return exhausted(span);
    return located(lookUp(context, input(context), { name, after, asksExistence }), span);
  };
}

function lookUp(
  { lookups }: Context,
  path: RuleValue,
  { name, after, asksExistence }: { name: string; after: boolean; asksExistence: boolean },
): RuleValue {
  if (path instanceof RuleError) return path;
  if (isUnknown(path)) return unknown;
  if (!(path instanceof RulePath))
    return new RuleError(`Unsupported operation error. Received: ${name}(${typeOf(path)}). Expected: ${name}(path).`);
  const found = lookups.find(path, after);
  if (found instanceof RuleError || found instanceof Unknown) return found;
  if (asksExistence) return found !== undefined;
  return (
    found ??
    new RuleError(`Service call error. Function: [${name}], Argument: [${printPath(path).slice(0, 200)}]. The document does not exist.`)
  );
}

function notFound(name: string, span: Span): Evaluate {
  return () => located(missing(name), span);
}

function missing(name: string): RuleError {
  return new RuleError(`Function not found error: Name: [${name}].`);
}
