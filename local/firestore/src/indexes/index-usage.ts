import type { CompositeConfig, IndexConfig } from './index-config.ts';
import type { IndexNeed } from './index-need.ts';
import { suggestedComposite } from './missing-index.ts';
import type { Served } from './serving-indexes.ts';

/** Keeps memory bounded whatever fields clients invent. */
const maxKept = 1000;

/** Which indexes queries of this run used. */
export class IndexUsage {
  readonly #singles = new Map<string, number>();
  readonly #composites = new Map<CompositeConfig, number>();
  readonly #missing = new Map<string, CompositeConfig>();

  constructor(readonly config: IndexConfig) {}

  used({ single, composite }: Served): void {
    for (const { id } of single) {
      if (this.#singles.size < maxKept || this.#singles.has(id)) this.#singles.set(id, (this.#singles.get(id) ?? 0) + 1);
    }
    for (const { config } of composite) this.#composites.set(config, (this.#composites.get(config) ?? 0) + 1);
  }

  /** A query that production would refuse. */
  missing(need: IndexNeed): void {
    if (this.#missing.size >= maxKept) return;
    const suggested = suggestedComposite(need);
    this.#missing.set(JSON.stringify(suggested), suggested);
  }

  /** Queries served by each index, configured indexes that served none, and indexes that production would ask for. */
  report(): unknown {
    const configured = this.config.indexes ?? [];
    return {
      singleField: [...this.#singles].map(([index, queries]) => ({ index, queries })),
      used: configured
        .filter((index) => this.#composites.has(index))
        .map((index) => ({ index, queries: this.#composites.get(index) ?? 0 })),
      unused: configured.filter((index) => !this.#composites.has(index)),
      missing: [...this.#missing.values()],
    };
  }
}
