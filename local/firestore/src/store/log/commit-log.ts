import type { Document } from '../../model/document.ts';

/** A commit in the log: the new state of each changed document. */
interface LoggedCommit {
  readonly kind: 'commit';
  readonly projectId: string;
  readonly commitMicros: number;
  readonly changes: readonly { readonly path: string; readonly after: Document | undefined }[];
}

/** All documents of one project are gone. */
interface LoggedClear {
  readonly kind: 'clear';
  readonly projectId: string;
  readonly commitMicros: number;
}

export type LogEntry = LoggedCommit | LoggedClear;

export interface CommitLog {
  /** @throws RpcError UNAVAILABLE when nothing more can be logged */
  assertWritable(): void;
  /** Resolves when the entry is on disk; entries resolve in order. Undefined when nothing has to be awaited. */
  append(entry: LogEntry): Promise<void> | undefined;
  close(): Promise<void>;
}

/** For engines without a data directory. */
export const noLog: CommitLog = {
  assertWritable: () => undefined,
  append: () => undefined,
  close: () => Promise.resolve(),
};
