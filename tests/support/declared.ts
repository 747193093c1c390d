import type { SchemaField, SchemaState, StorageSchema } from '@bedplate/contract';
import { mustCall } from './call.ts';
import type { Person } from './personas.ts';

interface Declared {
  readonly projectId: string;
  readonly storageId: string;
  /** The schema before; 0 while there is none. */
  readonly version?: number;
  readonly state?: SchemaState;
  readonly fields: Record<string, SchemaField>;
  readonly unique?: StorageSchema['unique'];
}

/** Says what the fields of a storage are, as the page Fields does. */
export function declare(person: Person, { projectId, storageId, version = 0, state = 'learn', fields, unique = [] }: Declared) {
  const path = `/app/project/${projectId}/dataStorages/${storageId}/schema`;
  const body = { version, state, schema: { fields, unique } };
  return mustCall<{ data: { version: number; state: string } }>({ path, method: 'PUT', body, token: person.token });
}
