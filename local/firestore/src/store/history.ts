import type { CommitEvent } from './engine.ts';
import type { Document } from '../model/document.ts';
import { documentSize } from '../model/size.ts';
import { OldVersions } from './old-versions.ts';

const keptMicros = 3_600_000_000;
const maxChanges = 200_000;
/** Old versions are kept up to about this many bytes. */
const maxBytes = 128 << 20;

/** The commits of the last hour, as far as memory is given to them: serves reads in the past and listeners that resume. */
export class History {
  #events: CommitEvent[] = [];
  /** Index of the oldest event still kept; the array is cut now and then. */
  #first = 0;
  #changes = 0;
  #bytes = 0;
  readonly #maxBytes: number;
  readonly #versions = new Map<string, OldVersions>();
  /** Everything after this time (microseconds) is known. */
  #floor = 0;

  constructor(bytes = maxBytes) {
    this.#maxBytes = bytes;
  }

  get floor(): number {
    return this.#floor;
  }

  /** Forgets what came before `micros`. */
  startAt(micros: number): void {
    this.#events = [];
    this.#first = 0;
    this.#changes = 0;
    this.#bytes = 0;
    this.#versions.clear();
    this.#floor = micros;
  }

  add(event: CommitEvent): void {
    const until = event.commitTime.toMicros();
    this.#events.push(event);
    this.#changes += event.changes.length;
    this.#bytes += oldBytes(event);
    for (const { path, before } of event.changes) {
      const versions = this.#versions.get(path) ?? new OldVersions();
      versions.add(until, before);
      this.#versions.set(path, versions);
    }
    this.#prune(until - keptMicros);
  }

  /** The document as it was at `micros`; `current` is the newest version. */
  at(path: string, micros: number, current: Document | undefined): Document | undefined {
    const old = this.#versions.get(path)?.at(micros);
    return old ? old.document : current;
  }

  /** Paths that changed after `micros`. */
  changedSince(micros: number): Set<string> {
    const paths = new Set<string>();
    for (const event of this.since(micros) ?? []) for (const change of event.changes) paths.add(change.path);
    return paths;
  }

  /** Commits after `micros`, oldest first; undefined when some are no longer known. */
  since(micros: number): readonly CommitEvent[] | undefined {
    if (micros < this.#floor) return undefined;
    let start = this.#events.length;
    while (start > this.#first && (this.#events[start - 1]?.commitTime.toMicros() ?? 0) > micros) start--;
    return this.#events.slice(start);
  }

  /** Forgets the commits up to `micros`. */
  forget(micros: number): void {
    for (let event = this.#events[this.#first]; event && event.commitTime.toMicros() <= micros; event = this.#events[this.#first])
      this.#drop(event);
    this.#compact();
  }

  #prune(oldest: number): void {
    while (this.#first < this.#events.length - 1) {
      const event = this.#events[this.#first];
      if (event === undefined) break;
      if (event.commitTime.toMicros() >= oldest && this.#changes <= maxChanges && this.#bytes <= this.#maxBytes) break;
      this.#drop(event);
    }
    this.#compact();
  }

  /** @param event the oldest one */
  #drop(event: CommitEvent): void {
    this.#floor = event.commitTime.toMicros();
    this.#changes -= event.changes.length;
    this.#bytes -= oldBytes(event);
    // The array is cut only now and then; the documents are let go at once.
    this.#events[this.#first++] = { commitTime: event.commitTime, changes: [] };
    for (const { path } of event.changes) this.#dropOldest(path);
  }

  #compact(): void {
    if (this.#first > 1024 && this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  #dropOldest(path: string): void {
    const versions = this.#versions.get(path);
    versions?.dropOldest();
    if (versions?.isEmpty) this.#versions.delete(path);
  }
}

/** The bytes that only history keeps alive. */
function oldBytes(event: CommitEvent): number {
  let bytes = 0;
  for (const { before } of event.changes) if (before) bytes += documentSize(before.path, before.fields);
  return bytes;
}
