import type { Ruleset, Verdict } from '../rules/ruleset.ts';
import type { Issue } from '../rules/language/issue.ts';

/** One evaluated request, for `GET …:rulesTrace`. */
export interface TracedRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly uid: string | null;
  /** Its trace is computed when it is first read. */
  readonly verdict: Verdict;
}

/** A ruleset with the source it came from; without a ruleset everything is denied (its source does not compile). */
export interface InstalledRules {
  readonly source: string;
  readonly ruleset: Ruleset | undefined;
}

type Compile = (source: string) => { readonly ruleset?: Ruleset; readonly issues: readonly Issue[] };

const keptTraces = 500;

/** The rules of each project, and what they decided lately. A project without rules of its own has the server's; without any, all is allowed. */
export class RulesRegistry {
  readonly #compile: Compile;
  readonly #byProject = new Map<string, InstalledRules>();
  readonly #traces = new Map<string, TracedRequest[]>();
  readonly #listeners = new Set<(projectId: string | undefined) => void>();
  #default: InstalledRules | undefined;

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** @returns the rules that hold for a project, undefined when everything is allowed */
  of(projectId: string): InstalledRules | undefined {
    return this.#byProject.get(projectId) ?? this.#default;
  }

  /**
   * Compiles and, when it compiles or `evenBroken` is set, installs rules for one project (or as the default).
   * @returns what the compiler has to say; errors have severity 3
   */
  install(source: string, options: { readonly projectId?: string; readonly evenBroken?: boolean } = {}): readonly Issue[] {
    const { ruleset, issues } = this.#compile(source);
    if (!ruleset && !options.evenBroken) return issues;
    const rules = { source, ruleset };
    if (options.projectId === undefined) this.#default = rules;
    else this.#byProject.set(options.projectId, rules);
    for (const listener of this.#listeners) listener(options.projectId);
    return issues;
  }

  /** Calls back after each installation with the project it is for, undefined for the default. */
  onInstall(listener: (projectId: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record(projectId: string, request: TracedRequest): void {
    const traces = this.#traces.get(projectId) ?? [];
    if (traces.length === 0) this.#traces.set(projectId, traces);
    traces.push(request);
    if (traces.length > keptTraces * 2) traces.splice(0, traces.length - keptTraces);
  }

  /** The last 500 evaluated requests, newest first. */
  traces(projectId: string): readonly TracedRequest[] {
    return (this.#traces.get(projectId) ?? []).slice(-keptTraces).reverse();
  }
}
