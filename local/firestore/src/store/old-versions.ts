import type { Document } from '../model/document.ts';

interface OldVersion {
  /** When this version ended, in microseconds. */
  readonly until: number;
  /** Undefined while the document did not exist. */
  readonly document: Document | undefined;
}

/** The earlier versions of one document, oldest first. */
export class OldVersions {
  #versions: OldVersion[] = [];
  /** Dropped ones at the start; they are cut off now and then. */
  #first = 0;

  get isEmpty(): boolean {
    return this.#first === this.#versions.length;
  }

  add(until: number, document: Document | undefined): void {
    this.#versions.push({ until, document });
  }

  /** The version that was current at `micros`; undefined when that is the present one. */
  at(micros: number): OldVersion | undefined {
    let low = this.#first;
    let high = this.#versions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#versions[middle]?.until ?? 0) > micros) high = middle;
      else low = middle + 1;
    }
    return this.#versions[low];
  }

  dropOldest(): void {
    this.#versions[this.#first++] = { until: 0, document: undefined };
    if (this.#first < 64 || this.#first * 2 < this.#versions.length) return;
    this.#versions = this.#versions.slice(this.#first);
    this.#first = 0;
  }
}
