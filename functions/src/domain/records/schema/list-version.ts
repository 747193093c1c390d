import type { SchemaPart } from '@bedplate/contract';
import { versionsId } from '../../../services/schema-lease.ts';
import { schemaVersions } from '../../../store/collections.ts';
import type { SchemaVersionsDocument } from '../../../store/documents/documents.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';

/** An instance's copy of a storage is never older. */
const listedMillis = 86_400_000;

/** Lists a version, so that after a while no instance writes by an earlier one. Old entries go. */
export function listing(
  listed: SchemaVersionsDocument | undefined,
  { id, part, now }: { id: string; part: SchemaPart; now: number },
): Write[] {
  const recent = Object.entries(listed?.versions ?? {}).filter(([, { at }]) => at.toMillis() > now - listedMillis);
  const versions = { ...Object.fromEntries(recent), [id]: { version: part.version, at: Timestamp.fromMillis(now) } };
  return [schemaVersions.set(versionsId, { versions })];
}
