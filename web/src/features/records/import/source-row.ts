/** One unconverted record of a file, or its problem. `row` counts from 1. */
export interface SourceRow {
  readonly row: number;
  readonly value: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

/** A file that cannot be read on; its message is for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** The place of a value that cannot be imported; the rest of the file can be read. */
export class UnreadValue {
  constructor(readonly problem: string) {}
}
