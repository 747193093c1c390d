import { globalFunction, isNamespace, lookupFunctions, methodOverloads, namespaceFunction } from './functions/library.ts';
import { regexOf } from './functions/regex.ts';
import { RuleError } from './values/value.ts';
import type { IssueList, Span } from './language/issue.ts';
import { findRecursion } from './language/recursion.ts';
import {
  childrenOf,
  type Expression,
  type FunctionDeclaration,
  type MatchBlock,
  type MatchSegment,
  type RulesFile,
} from './language/syntax.ts';

/** Checks what the grammar cannot express. Mistakes that production also compiles are warnings, because there they deny at evaluation. */
export function checkRules(file: RulesFile, issues: IssueList): void {
  new Checker(file, issues).run();
}

interface Visible {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly variables: ReadonlySet<string>;
}

class Checker {
  readonly #file: RulesFile;
  readonly #issues: IssueList;
  /** The calls between functions, to find recursion and functions without a caller. */
  readonly #calls = new Map<FunctionDeclaration, Set<FunctionDeclaration>>();
  readonly #used = new Set<FunctionDeclaration>();
  #caller: FunctionDeclaration | undefined;

  constructor(file: RulesFile, issues: IssueList) {
    this.#file = file;
    this.#issues = issues;
  }

  run(): void {
    const globals = this.#withFunctions({ functions: new Map(), variables: new Set(['request', 'resource']) }, this.#file.functions);
    const service = this.#withFunctions(globals, this.#file.serviceFunctions);
    for (const block of this.#file.matches) this.#match(block, [], service);
    this.#reportRecursion();
    for (const declaration of this.#calls.keys()) {
      if (!this.#used.has(declaration)) this.#issues.warning(declaration, `Unused function: ${declaration.name}. Remove it, or call it.`);
    }
  }

  #withFunctions(outer: Visible, declarations: readonly FunctionDeclaration[]): Visible {
    const own = new Map<string, FunctionDeclaration>();
    for (const declaration of declarations) {
      this.#calls.set(declaration, new Set());
      if (own.has(declaration.name))
        this.#issues.error(declaration, `Function ${declaration.name} is declared twice here. Rename or remove one of them.`);
      own.set(declaration.name, declaration);
    }
    const visible = declarations.length === 0 ? outer : { ...outer, functions: new Map([...outer.functions, ...own]) };
    for (const declaration of declarations) this.#function(declaration, visible);
    return visible;
  }

  #function(declaration: FunctionDeclaration, outer: Visible): void {
    const own = new Set<string>();
    for (const parameter of declaration.parameters) this.#declareOnce(own, parameter, parameter.text);
    this.#caller = declaration;
    for (const { name, value } of declaration.lets) {
      this.#expression(value, withVariables(outer, own));
      this.#declareOnce(own, name, name.text);
    }
    this.#expression(declaration.result, withVariables(outer, own));
    this.#caller = undefined;
  }

  #declareOnce(names: Set<string>, span: Span, name: string): void {
    if (names.has(name)) this.#issues.error(span, `Variable ${name} is declared twice in this function. Rename one of them.`);
    names.add(name);
  }

  #match(block: MatchBlock, outerPath: readonly MatchSegment[], outer: Visible): void {
    const path = [...outerPath, ...block.path];
    this.#path(block, outerPath, path);
    const wildcards = block.path.filter((segment) => segment.kind !== 'literal').map((segment) => segment.name);
    const visible = this.#withFunctions(withVariables(outer, wildcards), block.functions);
    for (const { condition } of block.allows) if (condition) this.#expression(condition, visible);
    for (const inner of block.matches) this.#match(inner, path, visible);
  }

  #path(block: MatchBlock, outerPath: readonly MatchSegment[], path: readonly MatchSegment[]): void {
    const names = new Set(outerPath.map((segment) => (segment.kind === 'literal' ? '' : segment.name)));
    for (const segment of block.path) {
      if (segment.kind === 'literal') continue;
      if (names.has(segment.name))
        this.#issues.warning(segment, `Wildcard ${segment.name} hides the one of the same name further left. Rename one of them.`);
      names.add(segment.name);
    }
    const recursive = path.filter(({ kind }) => kind === 'recursive');
    const last = recursive.at(-1);
    if (recursive.length > 1)
      this.#issues.error(
        last ?? block,
        'A path holds at most one {name=**}. Replace this one by {name}, or declare the match outside of the other.',
      );
    else if (this.#file.version === 1 && last && path.at(-1) !== last)
      this.#issues.error(block, "In rules_version '1' {name=**} stands last in a path. Write rules_version = '2'; at the top of the file.");
  }

  /** Without recursion into deep expressions: an explicit stack. */
  #expression(root: Expression, visible: Visible): void {
    const pending: Expression[] = [root];
    for (let node = pending.pop(); node; node = pending.pop()) {
      this.#node(node, visible);
      const isNamespaceCall = node.kind === 'methodCall' && isFreeNamespace(node.object, visible);
      pending.push(...(isNamespaceCall ? childrenOf(node).slice(1) : childrenOf(node)));
    }
  }

  #node(node: Expression, visible: Visible): void {
    if (node.kind === 'name' && !visible.variables.has(node.name)) {
      this.#issues.warning(
        node,
        `Invalid variable name: ${node.name}. It is an error when evaluated; declare it, or write request.${node.name} or resource.data.${node.name}.`,
      );
    } else if (node.kind === 'call') this.#call(node, visible);
    else if (node.kind === 'methodCall') this.#methodCall(node, visible);
  }

  #call(node: Expression & { kind: 'call' }, visible: Visible): void {
    const declared = visible.functions.get(node.name);
    if (!declared) {
      const exists =
        globalFunction(node.name) !== undefined || (this.#file.service === 'cloud.firestore' && lookupFunctions.has(node.name));
      if (!exists)
        this.#issues.warning(
          node,
          `Invalid function name: ${node.name}. It is an error when evaluated; declare the function, or correct the name.`,
        );
      return;
    }
    if (this.#caller) this.#calls.get(this.#caller)?.add(declared);
    this.#used.add(declared);
    const { length } = declared.parameters;
    if (length !== node.arguments.length)
      this.#issues.warning(
        node,
        `Function ${node.name} takes ${length} arguments, not ${node.arguments.length}. This call is an error when evaluated.`,
      );
  }

  #methodCall(node: Expression & { kind: 'methodCall' }, visible: Visible): void {
    if (isFreeNamespace(node.object, visible)) {
      const namespace = node.object.name;
      const isLookup =
        namespace === 'firestore' && this.#file.service === 'firebase.storage' && (node.name === 'get' || node.name === 'exists');
      if (!isLookup && !namespaceFunction(namespace, node.name))
        this.#issues.warning(node, `Invalid function name: ${namespace}.${node.name}. It is an error when evaluated; correct the name.`);
    } else if (!methodOverloads(node.name)) {
      this.#issues.warning(node, `Invalid function name: ${node.name}. No type has such a method; it is an error when evaluated.`);
    } else this.#pattern(node);
  }

  #pattern(node: Expression & { kind: 'methodCall' }): void {
    const [pattern] = node.arguments;
    if (!['matches', 'replace', 'split'].includes(node.name) || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
    const regex = regexOf(pattern.value);
    if (regex instanceof RuleError)
      this.#issues.warning(pattern, `${regex.message} Rules use RE2 syntax, without look-around and back-references.`);
  }

  #reportRecursion(): void {
    const cycle = findRecursion(this.#calls);
    const [first] = cycle;
    if (first)
      this.#issues.error(
        first,
        `Functions cannot call themselves, directly or through others: ${[...cycle, first].map(({ name }) => name).join(' → ')}. Write out the levels that you need.`,
      );
  }
}

function isFreeNamespace(node: Expression, visible: Visible): node is Expression & { kind: 'name' } {
  return node.kind === 'name' && isNamespace(node.name) && !visible.variables.has(node.name);
}

function withVariables(outer: Visible, names: Iterable<string>): Visible {
  return { ...outer, variables: new Set([...outer.variables, ...names]) };
}
