import type { AllowStatement, FunctionDeclaration, MatchBlock, MatchSegment, Method, RulesFile } from '../language/syntax.ts';
import { compileExpression, type CompileOptions } from './compile-expression.ts';
import type { Evaluate } from './context.ts';
import { type FunctionCell, Scope } from './scope.ts';

/** A match block with the whole path that leads to it. */
interface Match {
  readonly path: readonly MatchSegment[];
  readonly allows: readonly Allow[];
}

export interface Allow {
  readonly statement: AllowStatement;
  readonly evaluate: Evaluate;
}

export type MatchesByMethod = Readonly<Record<Method, readonly Match[]>>;

/** Compiles every condition and function of a file, and sorts the match blocks by the methods they allow. */
export function compileService(file: RulesFile, options: Omit<CompileOptions, 'service'>): MatchesByMethod {
  const compiler = new ServiceCompiler({ ...options, service: file.service });
  const matches = compiler.compile(file);
  return {
    get: matchesFor(matches, 'get'),
    list: matchesFor(matches, 'list'),
    create: matchesFor(matches, 'create'),
    update: matchesFor(matches, 'update'),
    delete: matchesFor(matches, 'delete'),
  };
}

function matchesFor(matches: readonly Match[], method: Method): Match[] {
  return matches
    .map(({ path, allows }) => ({ path, allows: allows.filter(({ statement }) => statement.methods.has(method)) }))
    .filter(({ allows }) => allows.length > 0);
}

class ServiceCompiler {
  readonly #options: CompileOptions;
  readonly #cells: FunctionCell[] = [];
  readonly #matches: Match[] = [];

  constructor(options: CompileOptions) {
    this.#options = options;
  }

  compile(file: RulesFile): readonly Match[] {
    const root = new Scope();
    root.defineVariable('request', (context) => context.request);
    root.defineVariable('resource', (context) => context.resource);
    this.#declare(file.functions, root);
    const service = new Scope(root);
    this.#declare(file.serviceFunctions, service);
    for (const block of file.matches) this.#match(block, [], service);
    for (const cell of this.#cells) this.#body(cell);
    return this.#matches;
  }

  #declare(functions: readonly FunctionDeclaration[], scope: Scope): void {
    for (const declaration of functions) {
      const cell: FunctionCell = { declaration, scope, lets: [], result: () => null };
      scope.defineFunction(cell);
      this.#cells.push(cell);
    }
  }

  #match(block: MatchBlock, outer: readonly MatchSegment[], outerScope: Scope): void {
    const scope = new Scope(outerScope);
    let wildcards = outer.filter(({ kind }) => kind !== 'literal').length;
    for (const segment of block.path) {
      if (segment.kind === 'literal') continue;
      const position = wildcards;
      scope.defineVariable(segment.name, (context) => context.bindings[position] ?? null);
      wildcards += 1;
    }
    this.#declare(block.functions, scope);
    const path = [...outer, ...block.path];
    const allows = block.allows.map((statement) => ({ statement, evaluate: this.#condition(statement, scope) }));
    if (allows.length > 0) this.#matches.push({ path, allows });
    for (const inner of block.matches) this.#match(inner, path, scope);
  }

  #condition(statement: AllowStatement, scope: Scope): Evaluate {
    return statement.condition ? compileExpression(statement.condition, scope, this.#options) : () => true;
  }

  /** After all declarations, so that functions can call each other whatever their order. */
  #body(cell: FunctionCell): void {
    const { parameters, lets, result } = cell.declaration;
    const scope = new Scope(cell.scope);
    parameters.forEach(({ text }, position) => {
      scope.defineVariable(text, (context) => context.frame[position] ?? null);
    });
    cell.lets = lets.map(({ name, value }, index) => {
      const evaluate = compileExpression(value, scope, this.#options);
      const position = parameters.length + index;
      scope.defineVariable(name.text, (context) => context.frame[position] ?? null);
      return evaluate;
    });
    cell.result = compileExpression(result, scope, this.#options);
  }
}
