import type { Document } from '../model/document.ts';

/** The lasting identity of a path while it exists: indexes point here, so an update of other fields does not touch them. */
export class Row {
  constructor(
    readonly path: string,
    public document: Document,
  ) {}
}
