import type { DatabaseState } from './database-state.ts';
import { readExport } from './export-file.ts';

/** Documents per commit: keeps log records small. */
const batch = 1000;

/** Writes all documents of an export over what is there; their update time is the time of the import. */
export async function importDocuments(directory: string, state: DatabaseState): Promise<void> {
  const documents = await readExport(directory);
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
