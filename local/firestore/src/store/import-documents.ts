import { parseReference } from '../model/resource-name.ts';
import { Reference, type Value } from '../model/value.ts';
import { isArray, isMap } from '../model/value-type.ts';
import type { DatabaseState } from './database-state.ts';
import { readExport } from './export-file.ts';

/** Documents per commit: keeps log records small. */
const batch = 1000;

/**
 * Writes all documents of an export over what is there; their update time is the time of the import.
 * @throws RpcError INVALID_ARGUMENT for a reference that names no document; nothing is written then
 */
export async function importDocuments(directory: string, state: DatabaseState): Promise<void> {
  const documents = await readExport(directory);
  for (const { fields } of documents) checkReferences(fields);
  for (let i = 0; i < documents.length; i += batch) {
    state.log.assertWritable();
    const commitTime = state.tick();
    const changes = documents.slice(i, i + batch).map(({ path, fields }) => ({
      path,
      before: state.tree.get(path),
      after: { path, fields, createTime: commitTime, updateTime: commitTime },
    }));
    await state.apply(commitTime, changes);
  }
}

function checkReferences(value: Value): void {
  if (value instanceof Reference) parseReference(value.name);
  else if (isArray(value)) value.forEach(checkReferences);
  else if (isMap(value)) for (const inner of value.values()) checkReferences(inner);
}
