import { isNamespace } from '../functions/library.ts';
import type { BinaryOperator, Expression, ServiceName } from '../language/syntax.ts';
import { isUnknown, RuleError, RulePath, type RuleValue, Unknown, unknown } from '../values/value.ts';
import type { ExpressionCounts } from './expression-coverage.ts';
import { elementAt, member, slice } from './access.ts';
import { arithmetic, negate } from './arithmetic.ts';
import { callDeclared, callGlobal, callInNamespace, callMethod } from './call.ts';
import { isEqual, isIn, isOfType, isOrdered, isUnequal } from './comparison.ts';
import { type Context, type Evaluate, exhausted, located } from './context.ts';
import { asCondition, chain, not } from './logic.ts';
import type { Scope } from './scope.ts';

export interface CompileOptions {
  readonly service: ServiceName;
  /** Closures that report the values of variables, fields and calls to the context's recorder. */
  readonly traced: boolean;
  /** Takes what every expression comes to; literals are not counted. */
  readonly counts?: ExpressionCounts;
}

/** Turns an expression into a closure, once per ruleset. The depth limit of the parser bounds the recursion. */
export function compileExpression(node: Expression, scope: Scope, options: CompileOptions): Evaluate {
  const evaluate = compileCounted(node, scope, options);
  return options.traced && isTelling(node) ? recorded(node, evaluate) : evaluate;
}

function compileCounted(node: Expression, scope: Scope, options: CompileOptions): Evaluate {
  const evaluate = compileNode(node, scope, options);
  if (!options.counts || node.kind === 'literal') return evaluate;
  const count = options.counts.of(node);
  return (context) => {
    const value = evaluate(context);
    count.add(value);
    return value;
  };
}

function compileNode(node: Expression, scope: Scope, options: CompileOptions): Evaluate {
  const compile = (child: Expression): Evaluate => compileExpression(child, scope, options);
  switch (node.kind) {
    case 'literal':
      return constant(node.value);
    case 'name':
      return scope.variable(node.name) ?? constant(new RuleError(`Property ${node.name} is undefined on object.`, node));
    case 'member':
      return compileMember(node, node.name, compileObject(node.object, scope, options));
    case 'index':
      return compileIndex(node, compileObject(node.object, scope, options), compile(node.index));
    case 'slice':
      return compileSlice(node, { object: compile(node.object), from: compile(node.from), to: compile(node.to) });
    case 'list':
      return compileList(node.items.map(compile));
    case 'map':
      return compileMap(
        node,
        node.entries.map(([key, value]) => [compile(key), compile(value)] as const),
      );
    case 'path':
      return compilePath(
        node,
        node.segments.map((segment) => (typeof segment === 'string' ? segment : compile(segment))),
      );
    case 'logical':
      return counted(node, chain(node.operator, node.operands.map(compile)));
    case 'not':
      return compileUnary(node, compile(node.operand), not);
    case 'negate':
      return compileUnary(node, compile(node.operand), negate);
    case 'is':
      return compileUnary(node, compile(node.operand), (value) => isOfType(value, node.type));
    case 'binary':
      return compileBinary(node, { operation: binaryOperation(node.operator), left: compile(node.left), right: compile(node.right) });
    case 'ternary':
      return compileTernary(node, {
        condition: compile(node.condition),
        whenTrue: compile(node.whenTrue),
        whenFalse: compile(node.whenFalse),
      });
    case 'call': {
      const cell = scope.function(node.name);
      const inputs = node.arguments.map(compile);
      return cell ? callDeclared(cell, inputs, node) : callGlobal(options.service, { name: node.name, inputs, span: node });
    }
    case 'methodCall':
      return compileMethodCall(node, scope, options);
  }
}

/** The receiver of `.name` or `[…]`: its own value is not worth a line in the trace, its field's is. */
function compileObject(node: Expression, scope: Scope, options: CompileOptions): Evaluate {
  return node.kind === 'name' || node.kind === 'member' || node.kind === 'index'
    ? compileCounted(node, scope, options)
    : compileExpression(node, scope, options);
}

function compileMethodCall(node: Expression & { kind: 'methodCall' }, scope: Scope, options: CompileOptions): Evaluate {
  const inputs = node.arguments.map((input) => compileExpression(input, scope, options));
  const { object } = node;
  if (object.kind === 'name' && isNamespace(object.name) && !scope.variable(object.name))
    return callInNamespace(options.service, { namespace: object.name, name: node.name, inputs, span: node });
  return callMethod(node.name, { receiver: compileExpression(object, scope, options), inputs, span: node });
}

function constant(value: RuleValue): Evaluate {
  return () => value;
}

function counted(node: Expression, evaluate: Evaluate): Evaluate {
  return (context) => (context.isExhausted() ? exhausted(node) : located(evaluate(context), node));
}

function compileMember(node: Expression, name: string, object: Evaluate): Evaluate {
  return (context) => located(member(object(context), name), node);
}

function compileIndex(node: Expression, object: Evaluate, index: Evaluate): Evaluate {
  return (context) => located(elementAt(object(context), index(context)), node);
}

function compileSlice(node: Expression, { object, from, to }: { object: Evaluate; from: Evaluate; to: Evaluate }): Evaluate {
  return counted(node, (context) => slice(object(context), from(context), to(context)));
}

function compileList(items: readonly Evaluate[]): Evaluate {
  return (context) => {
    const values: RuleValue[] = [];
    for (const item of items) {
      const value = item(context);
      if (value instanceof RuleError) return value;
      values.push(value);
    }
    return values;
  };
}

function compileMap(node: Expression, entries: readonly (readonly [Evaluate, Evaluate])[]): Evaluate {
  return (context) => {
    const values = new Map<string, RuleValue>();
    for (const [readKey, readValue] of entries) {
      const key = readKey(context);
      const value = readValue(context);
      if (key instanceof RuleError) return key;
      if (value instanceof RuleError) return value;
      if (isUnknown(key)) return unknown;
      if (typeof key !== 'string') return new RuleError('Unsupported operation error. The keys of a map are strings.', node);
      values.set(key, value);
    }
    return values;
  };
}

function compilePath(node: Expression, parts: readonly (string | Evaluate)[]): Evaluate {
  return (context) => {
    const segments: (string | Unknown)[] = [];
    for (const part of parts) {
      const value = typeof part === 'string' ? part : part(context);
      if (typeof value === 'string' || value instanceof Unknown) segments.push(value);
      else if (value instanceof RulePath) segments.push(...value.segments);
      else
        return value instanceof RuleError
          ? value
          : new RuleError(value === null ? 'Null value error.' : 'Unsupported operation error. A path segment is a string.', node);
    }
    return new RulePath(segments);
  };
}

function compileUnary(node: Expression, operand: Evaluate, operation: (value: RuleValue) => RuleValue): Evaluate {
  return (context) => (context.isExhausted() ? exhausted(node) : located(operation(operand(context)), node));
}

function compileBinary(
  node: Expression,
  { operation, left, right }: { operation: (left: RuleValue, right: RuleValue) => RuleValue; left: Evaluate; right: Evaluate },
): Evaluate {
  return (context) => (context.isExhausted() ? exhausted(node) : located(operation(left(context), right(context)), node));
}

function binaryOperation(operator: BinaryOperator): (left: RuleValue, right: RuleValue) => RuleValue {
  switch (operator) {
    case '==':
      return isEqual;
    case '!=':
      return isUnequal;
    case 'in':
      return isIn;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (left, right) => isOrdered(operator, left, right);
    default:
      return (left, right) => arithmetic(operator, left, right);
  }
}

function compileTernary(
  node: Expression,
  { condition, whenTrue, whenFalse }: { condition: Evaluate; whenTrue: Evaluate; whenFalse: Evaluate },
): Evaluate {
  return (context) => {
    if (context.isExhausted()) return exhausted(node);
    const decided = asCondition(condition(context), '?');
    if (typeof decided !== 'boolean') return located(decided, node);
    return decided ? whenTrue(context) : whenFalse(context);
  };
}

function isTelling(node: Expression): boolean {
  return node.kind === 'name' || node.kind === 'member' || node.kind === 'index' || node.kind === 'call' || node.kind === 'methodCall';
}

function recorded(node: Expression, evaluate: Evaluate): Evaluate {
  return (context: Context) => {
    const value = evaluate(context);
    context.recorder?.record(node, value);
    return value;
  };
}
