import type { Document } from '../model/document.ts';
import type { Row } from './row.ts';

/** A name list is dropped when so many of its rows are gone that reading them all again is cheaper. */
const goneAtMost = 10_000;

/**
 * Which rows have a top-level field, by its name: the index of a field that few documents have is then built from those few.
 * The lists only grow; removed rows are recognised when they are read.
 */
export class Carriers {
  readonly #rows = new Map<string, Row[]>();
  readonly #gone = new Set<Row>();

  constructor(rows: Iterable<Row>) {
    for (const row of rows) for (const name of row.document.fields.keys()) this.#add(name, row);
  }

  get isWorn(): boolean {
    return this.#gone.size > goneAtMost;
  }

  /** Rows with the field, each once, in no order. */
  of(name: string): Row[] {
    return [...new Set(this.#rows.get(name))].filter((row) => !this.#gone.has(row) && row.document.fields.has(name));
  }

  changed(row: Row, before: Document | undefined, after: Document | undefined): void {
    if (!after) this.#gone.add(row);
    else for (const name of after.fields.keys()) if (!before?.fields.has(name)) this.#add(name, row);
  }

  #add(name: string, row: Row): void {
    const rows = this.#rows.get(name);
    if (rows) rows.push(row);
    else this.#rows.set(name, [row]);
  }
}
