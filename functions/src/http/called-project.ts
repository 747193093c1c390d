import type { Request } from 'express';
import type { Store } from '../store/access.ts';
import { isDocumentId } from '../store/model/collection.ts';

const inPath = /^\/app\/(?:projects?|archivedProject|fileStorage|logs\/admin\/user-activity-logs\/project)\/([^/?]+)/;
const part = /^\/app\/(endpoints|keys|copy)\/([^/?]+)/;

/**
 * The project that a call of the console is about: the one that it names, else the one whose page it comes from, else the one of the endpoint,
 * the key or the storage that it names, which takes a read.
 * @returns null for a call about the account as a whole
 */
export async function calledProject(store: Store, req: Request): Promise<string | null> {
  const [, named] = inPath.exec(req.originalUrl) ?? [];
  const known = [named, req.get('x-project-id'), req.query.projectId].find(isId);
  return known ?? projectOfPart(store, req.originalUrl);
}

async function projectOfPart(store: Store, url: string): Promise<string | null> {
  const [, kind, id = ''] = part.exec(url) ?? [];
  if (!isDocumentId(id)) return null;
  if (kind === 'endpoints') return (await store.endpoints.get(id))?.data.projectId ?? null;
  if (kind === 'copy') return (await store.storages.get(id, ['projectId']))?.data.projectId ?? null;
  const key = (await store.apiKeys.get(id))?.data;
  return key?.kind === 'scoped' ? key.projectId : null;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isDocumentId(value);
