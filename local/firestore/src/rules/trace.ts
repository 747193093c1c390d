import { outcomeOf } from './coverage.ts';
import { compileService, type MatchesByMethod } from './evaluate/compile-service.ts';
import type { Context, Recorder } from './evaluate/context.ts';
import { evaluateMatches, type Observer, type Outcome, type Subject } from './evaluate/evaluate-matches.ts';
import type { Lookups } from './evaluate/lookups.ts';
import { IssueList, type Span } from './language/issue.ts';
import type { RulesFile } from './language/syntax.ts';
import type { TraceEntry } from './ruleset.ts';
import { print } from './values/print.ts';
import { RuleError, type RuleValue } from './values/value.ts';

const maxValues = 40;
const maxEntries = 200;
const maxNameLength = 120;

/** Evaluates a request again with closures that report what they saw. Slow, and only run when someone asks. */
export class Tracer {
  readonly #file: RulesFile;
  readonly #source: string;
  readonly #positions: IssueList;
  #matches: MatchesByMethod | undefined;

  constructor(file: RulesFile, source: string) {
    this.#file = file;
    this.#source = source;
    this.#positions = new IssueList(source);
  }

  /** @param lookups those of the first evaluation: they remember the documents it saw */
  trace(subjects: readonly Subject[], lookups: Lookups): TraceEntry[] {
    this.#matches ??= compileService(this.#file, { traced: true });
    const entries: TraceEntry[] = [];
    for (const subject of subjects) {
      const observer = new TraceObserver((outcome, values) => entries.push(this.#entry(outcome, values)), this.#source);
      evaluateMatches(this.#matches, { version: this.#file.version, subject, lookups, observer });
      if (entries.length >= maxEntries) break;
    }
    return entries.slice(0, maxEntries);
  }

  #entry({ allow, value }: Outcome, values: Readonly<Record<string, string>>): TraceEntry {
    const { line, column } = this.#positions.positionOf(allow.statement.start);
    return { line, column, outcome: outcomeOf(value), ...(value instanceof RuleError && { error: this.#describe(value) }), values };
  }

  #describe({ message, span }: RuleError): string {
    if (!span) return message;
    const { line, column } = this.#positions.positionOf(span.start);
    return `${message} (line ${line}, column ${column})`;
  }
}

class TraceObserver implements Observer, Recorder {
  readonly #add: (outcome: Outcome, values: Readonly<Record<string, string>>) => void;
  readonly #source: string;
  #values = new Map<string, string>();

  constructor(add: (outcome: Outcome, values: Readonly<Record<string, string>>) => void, source: string) {
    this.#add = add;
    this.#source = source;
  }

  begin(context: Context): void {
    this.#values = new Map();
    context.recorder = this;
  }

  end(outcome: Outcome): void {
    this.#add(outcome, Object.fromEntries(this.#values));
  }

  record({ start, end }: Span, value: RuleValue): void {
    const name = this.#source.slice(start, end).replace(/\s+/g, ' ').slice(0, maxNameLength);
    if (this.#values.size < maxValues && !this.#values.has(name)) this.#values.set(name, print(value));
  }
}
