import { versionsId } from '../../../services/schema-lease.ts';
import { schemaVersions } from '../../../store/collections.ts';
import type { SchemaVersionsDocument } from '../../../store/documents/documents.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';

/** An instance's copy of a storage is never older. */
const listedMillis = 86_400_000;

/**
 * Lists a version, so that after a while no instance writes by an earlier one. Old entries go.
 * @param version of the schema or of the access rules; the other stays as it is listed
 */
export function listing(
  listed: SchemaVersionsDocument | undefined,
  { id, now, ...version }: { id: string; now: number } & ({ schema: number } | { access: number }),
): Write[] {
  const recent = Object.fromEntries(Object.entries(listed?.versions ?? {}).filter(([, { at }]) => at.toMillis() > now - listedMillis));
  const { access } = { ...recent[id], ...version };
  const entry = {
    version: 'schema' in version ? version.schema : (recent[id]?.version ?? 0),
    ...(access !== undefined && { access }),
    at: Timestamp.fromMillis(now),
  };
  return [schemaVersions.set(versionsId, { versions: { ...recent, [id]: entry } })];
}
