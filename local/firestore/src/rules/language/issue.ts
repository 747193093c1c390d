const maxWarnings = 500;

/** A compile problem; `severity` 3 is an error, 2 a warning (docs/facts.md, "Installing rules"). */
export interface Issue {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly endOffset: number;
  readonly description: string;
  readonly severity: 2 | 3;
}

/** Turns offsets of a source into issues with a line and a column, both counted from 1. */
export class IssueList {
  readonly issues: Issue[] = [];
  readonly #lineStarts: number[];

  constructor(source: string) {
    this.#lineStarts = lineStartsOf(source);
  }

  error(span: Span, description: string): void {
    this.#add(span, description, 3);
  }

  /** Only the first few hundred are kept. */
  warning(span: Span, description: string): void {
    if (this.issues.length < maxWarnings) this.#add(span, description, 2);
  }

  get hasErrors(): boolean {
    return this.issues.some((issue) => issue.severity === 3);
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  #add(span: Span, description: string, severity: 2 | 3): void {
    this.issues.push({ ...this.positionOf(span.start), offset: span.start, endOffset: span.end, description, severity });
  }
}

/** Offsets into the source, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Ends a compilation; its message says what to change. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';

  constructor(
    readonly span: Span,
    message: string,
  ) {
    super(message);
  }
}

function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
