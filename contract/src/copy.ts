import type { Project } from './project.ts';
import type { Storage } from './storage.ts';
import type { UserRow } from './users.ts';

/** GET /app/copy: what a copy of an account, of one project or of one storage holds, but for records and files. No secrets. */
export interface CopyContents {
  madeAt: string;
  /** The file's name without its ending. */
  name: string;
  /** Of a whole account only. */
  people?: UserRow[];
  projects: CopiedProject[];
}

/** A project, archived or not. */
export interface CopiedProject extends Project {
  archivedAt: string | null;
  storages: CopiedStorage[];
}

export interface CopiedStorage extends Storage {
  archivedAt: string | null;
  endpoints: { type: string; functionality: string; method: string; url: string | null }[];
}

/** Header of a part of a copy: where the next part begins. The last part has none. */
export const nextPartHeader = 'X-Next-Part';
