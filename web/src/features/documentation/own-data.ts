import type { Pagination } from '@bedplate/contract';
import { limits } from '@bedplate/contract/limits';
import { everyPage } from '../../lib/api/every-page.ts';
import type { Session } from '../../lib/session/session.ts';

interface PagedList<T> {
  data: T[];
  pagination: Pagination;
}

export interface OwnProject {
  id: string;
  name: string;
}

export interface OwnStorage {
  id: string;
  name: string;
  key: string;
}

/** The reader's projects; a project's member has one. */
export async function ownProjects(session: Session): Promise<OwnProject[]> {
  if (session.projectId) return [{ id: session.projectId, name: session.projectId }];
  if (session.role !== 'admin') return [];
  return everyPage((page) => ask<PagedList<OwnProject>>(session, `/projects?page=${page}&limit=${limits.listLimit}`));
}

/** @returns null where they cannot be read: the project's samples then name it without a storage, or with those read before */
export async function ownStorages(session: Session, projectId: string): Promise<OwnStorage[] | null> {
  if (session.role === 'manager') return null;
  const path = `/project/${encodeURIComponent(projectId)}/dataStorages`;
  const all = await everyPage((page) =>
    ask<PagedList<{ id: string; storageName: string; storageKey: string }>>(session, `${path}?page=${page}&limit=${limits.listLimit}`),
  ).catch((cause: unknown) => {
    console.warn('Your storages could not be read.', cause);
    return null;
  });
  return all && all.map(({ id, storageName, storageKey }) => ({ id, name: storageName, key: storageKey }));
}

/** The choices of a reader, and the key made for the samples. */
export interface Kept {
  projectId?: string;
  storageId?: string;
  /** A key, and the ids of the storages that it opens. */
  made?: { apiKey: string; opens: string };
}

const keptKey = 'ownSamples';

/** Topics are pages of their own, so what was chosen in one holds in the next: in this tab, for this person. */
export function keptOf({ userId }: Session): Kept {
  const { of, ...kept } = JSON.parse(sessionStorage.getItem(keptKey) ?? '{}') as Kept & { of?: string }; // written below
  return of === userId ? kept : {};
}

export function keep(session: Session, kept: Kept): void {
  sessionStorage.setItem(keptKey, JSON.stringify({ of: session.userId, ...kept }));
}

export interface RunResult {
  status: number;
  millis: number;
  /** The answer as indented JSON. */
  text: string;
}

interface StorageQuery {
  projectId: string;
  storageId: string;
  query: string;
}

/**
 * Reads the storage as its data view does, in the name of the console session: no key leaves the
 * server.
 */
export async function runOnStorage(session: Session, { projectId, storageId, query }: StorageQuery): Promise<RunResult> {
  const started = performance.now();
  const path = `/app/project/${encodeURIComponent(projectId)}/dataStorages/${encodeURIComponent(storageId)}?${query}`;
  const response = await fetch(path, { headers: { Authorization: `Bearer ${session.token}` }, signal: AbortSignal.timeout(20_000) });
  const body = (await response.json()) as ConsoleList; // foreign only in what `asDataApi` leaves alone
  return { status: response.status, millis: Math.round(performance.now() - started), text: JSON.stringify(asDataApi(body), null, 2) };
}

interface ConsoleList {
  pagination?: { page: number; limit: number; totalCount: number; totalPages: number };
}

/** @returns the answer as the sample gets it from the data API, which names the parts of its pagination otherwise */
function asDataApi({ pagination, ...body }: ConsoleList): object {
  if (!pagination) return body;
  const { page: currentPage, totalPages, totalCount: totalItems, limit } = pagination;
  return { ...body, pagination: { currentPage, totalPages, totalItems, limit } };
}

async function ask<T>({ token }: Session, path: string): Promise<T> {
  const response = await fetch(`/app${path}`, { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as T; // the contract's word for a 2xx body
}
