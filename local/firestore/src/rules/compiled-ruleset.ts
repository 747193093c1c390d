import { Coverage } from './coverage.ts';
import { ExpressionCounts } from './evaluate/expression-coverage.ts';
import { compileService, type MatchesByMethod } from './evaluate/compile-service.ts';
import { evaluateMatches, isAllowed, type Outcome, type Subject } from './evaluate/evaluate-matches.ts';
import { Lookups } from './evaluate/lookups.ts';
import { documentSubject } from './evaluate/subject.ts';
import { IssueList } from './language/issue.ts';
import type { Method, RulesFile } from './language/syntax.ts';
import { branchSubjects, commonSubject } from './proof/list-subject.ts';
import type { Covered, Ruleset, TraceEntry, Verdict } from './ruleset.ts';
import type { ListRequest, RulesRequest } from './evaluate/request.ts';
import { Tracer } from './trace.ts';
import { RuleError } from './values/value.ts';

export class CompiledRuleset implements Ruleset {
  readonly service: RulesFile['service'];
  readonly version: 1 | 2;
  readonly #matches: MatchesByMethod;
  readonly #coverage: Coverage;
  readonly #tracer: Tracer;
  readonly #positions: IssueList;

  constructor(file: RulesFile, source: string) {
    this.service = file.service;
    this.version = file.version;
    const counts = new ExpressionCounts();
    this.#matches = compileService(file, { traced: false, counts });
    this.#coverage = new Coverage(file, this.#matches, counts);
    this.#tracer = new Tracer(file, source);
    this.#positions = new IssueList(source);
  }

  evaluate(request: RulesRequest): Verdict {
    const lookups = request.lookups?.ofOneRequest() ?? new Lookups(request.database);
    return request.method === 'list' ? this.#prove(request, lookups) : this.decide([documentSubject(request)], lookups);
  }

  coverage(): readonly Covered[] {
    return this.#coverage.report(this.#positions);
  }

  /** Allowed when every subject is. */
  decide(subjects: readonly Subject[], lookups: Lookups): Verdict {
    for (const subject of subjects) {
      const outcomes = evaluateMatches(this.#matches, { version: this.version, subject, lookups });
      this.#coverage.add(outcomes);
      if (!isAllowed(outcomes)) return this.#verdict(false, this.#denial(outcomes, subject.method), subjects, lookups);
    }
    return this.#verdict(true, '', subjects, lookups);
  }

  #prove(request: ListRequest, lookups: Lookups): Verdict {
    const subject = commonSubject(request);
    const common = this.decide([subject], lookups);
    const branches = branchSubjects(request);
    if (!branches) return this.#verdict(common.allowed, 'The query has too many alternatives to be proved.', [subject], lookups);
    return common.allowed || branches.length === 1 ? common : this.decide(branches, lookups);
  }

  #verdict(allowed: boolean, reason: string, subjects: readonly Subject[], lookups: Lookups): Verdict {
    return new LazyVerdict(allowed, reason, () => this.#tracer.trace(subjects, lookups));
  }

  #denial(outcomes: readonly Outcome[], method: Method): string {
    if (outcomes.length === 0) return `No matching allow statements for '${method}'`;
    return outcomes
      .map((outcome) => `${because(outcome)} for '${method}' @ L${this.#positions.positionOf(outcome.allow.statement.start).line}`)
      .join(', ');
  }
}

class LazyVerdict implements Verdict {
  #compute: (() => readonly TraceEntry[]) | undefined;
  #trace: readonly TraceEntry[] = [];

  constructor(
    readonly allowed: boolean,
    readonly reason: string,
    trace: () => readonly TraceEntry[],
  ) {
    this.#compute = trace;
  }

  get trace(): readonly TraceEntry[] {
    if (this.#compute) this.#trace = this.#compute();
    this.#compute = undefined;
    return this.#trace;
  }
}

function because({ value }: Outcome): string {
  if (value instanceof RuleError) return value.message;
  return value === false ? 'false' : 'not proven by the query';
}
