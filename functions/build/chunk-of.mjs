import { join } from 'node:path';

/**
 * Puts what functions load when they start into few files: each file of an upload costs an instance about a millisecond of its start,
 * and a chunk for each set of functions and late imports were 140 of them. Functions of requests share by who loads a module; jobs
 * share with each other what one of them and a function of requests loads, else they share with their like. So no function loads what
 * belongs to another kind.
 * @param {Record<string, string>} functions the file of each function, from `root`
 * @param {ReadonlySet<string>} ofRequests those that answer requests
 * @returns {(id: string, context: { getModuleInfo(id: string): { importedIds: string[] } | null }) => string | null} the chunk of a
 *   module for rolldown's groups; null for what is loaded later
 */
export function chunkOf(functions, ofRequests, root) {
  let users = null;
  const names = new Map();
  return (id, context) => {
    users ??= usersOf(functions, root, context);
    const all = users.get(id);
    if (!all) return null;
    const requests = all.filter((name) => ofRequests.has(name));
    const kind = requests.length === 0 ? all : [...requests, all.length > requests.length ? 'jobs' : ''];
    const key = kind.join();
    if (!names.has(key)) names.set(key, `start-${names.size}`);
    return names.get(key);
  };
}

/** @returns {Map<string, string[]>} the functions that load a module when they start */
function usersOf(functions, root, context) {
  const users = new Map();
  for (const [name, file] of Object.entries(functions)) {
    const seen = new Set([join(root, file)]);
    for (const id of seen) {
      users.set(id, [...(users.get(id) ?? []), name]);
      for (const next of context.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
    }
  }
  return users;
}
