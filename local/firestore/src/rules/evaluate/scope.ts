import type { FunctionDeclaration } from '../language/syntax.ts';
import type { Evaluate } from './context.ts';

/** A function with its compiled body, which is filled in after every call to it may already have been compiled. */
export interface FunctionCell {
  readonly declaration: FunctionDeclaration;
  /** Where the function was declared: what its body sees. */
  readonly scope: Scope;
  lets: readonly Evaluate[];
  result: Evaluate;
}

/** Names visible at one place of the source. Inner names hide outer ones. */
export class Scope {
  readonly #variables = new Map<string, Evaluate>();
  readonly #functions = new Map<string, FunctionCell>();

  constructor(readonly parent?: Scope) {}

  variable(name: string): Evaluate | undefined {
    return this.#variables.get(name) ?? this.parent?.variable(name);
  }

  function(name: string): FunctionCell | undefined {
    return this.#functions.get(name) ?? this.parent?.function(name);
  }

  defineVariable(name: string, read: Evaluate): void {
    this.#variables.set(name, read);
  }

  defineFunction(cell: FunctionCell): void {
    this.#functions.set(cell.declaration.name, cell);
  }
}
