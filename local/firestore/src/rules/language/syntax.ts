import type { Span } from './issue.ts';

/** The parsed source. */
export interface RulesFile {
  readonly version: 1 | 2;
  readonly service: ServiceName;
  /** Functions at the top of the file and at the top of the service. */
  readonly functions: readonly FunctionDeclaration[];
  readonly serviceFunctions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}

export type ServiceName = 'cloud.firestore' | 'firebase.storage';

export interface MatchBlock extends Span {
  readonly path: readonly MatchSegment[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
}

export type MatchSegment = Span &
  ({ readonly kind: 'literal'; readonly text: string } | { readonly kind: 'wildcard' | 'recursive'; readonly name: string });

export type Method = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface AllowStatement extends Span {
  readonly methods: ReadonlySet<Method>;
  /** Absent: always allowed. */
  readonly condition?: Expression;
}

export interface FunctionDeclaration extends Span {
  readonly name: string;
  readonly parameters: readonly Name[];
  readonly lets: readonly LetBinding[];
  readonly result: Expression;
}

export interface Name extends Span {
  readonly text: string;
}

export interface LetBinding {
  readonly name: Name;
  readonly value: Expression;
}

export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<' | '<=' | '>' | '>=' | 'in' | '==' | '!=';

/** `height` counts the levels below, for the depth limit. */
interface Node extends Span {
  readonly height: number;
}

export type Expression = Node & ExpressionContent;

export type ExpressionContent =
  | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string | Uint8Array }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
  | { readonly kind: 'slice'; readonly object: Expression; readonly from: Expression; readonly to: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | { readonly kind: 'methodCall'; readonly object: Expression; readonly name: string; readonly arguments: readonly Expression[] }
  | { readonly kind: 'not' | 'negate'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'logical'; readonly operator: '&&' | '||'; readonly operands: readonly Expression[] }
  | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
  | { readonly kind: 'ternary'; readonly condition: Expression; readonly whenTrue: Expression; readonly whenFalse: Expression };

/** Names that may stand right of `is`. */
export const typeNames: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'float',
  'int',
  'list',
  'latlng',
  'number',
  'path',
  'map',
  'set',
  'string',
  'timestamp',
  'duration',
  'constraint',
  'map_diff',
  'null',
]);

/** The expressions directly inside one expression, in source order. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flat();
    case 'path':
      return node.segments.filter((segment) => typeof segment !== 'string');
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.index];
    case 'slice':
      return [node.object, node.from, node.to];
    case 'call':
      return node.arguments;
    case 'methodCall':
      return [node.object, ...node.arguments];
    case 'not':
    case 'negate':
    case 'is':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'logical':
      return node.operands;
    case 'ternary':
      return [node.condition, node.whenTrue, node.whenFalse];
  }
}
