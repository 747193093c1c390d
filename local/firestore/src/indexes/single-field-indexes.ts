import { formatFieldPath, parseFieldPath } from '../model/field-path.ts';
import type { FieldOverride, IndexConfig } from './index-config.ts';
import type { FieldKind, QueryScope } from './index-need.ts';

/** Every field has these without configuration. */
const automatic: NonNullable<FieldOverride['indexes']> = [{ order: 'ASCENDING' }, { order: 'DESCENDING' }, { arrayConfig: 'CONTAINS' }];

/** Automatic single-field indexes with the overrides of firestore.indexes.json. */
export class SingleFieldIndexes {
  readonly #overrides = new Map<string, FieldOverride>();

  constructor(config: IndexConfig) {
    for (const override of config.fieldOverrides ?? []) {
      const key = override.fieldPath === '*' ? '*' : formatFieldPath(parseFieldPath(override.fieldPath));
      this.#overrides.set(`${override.collectionGroup}\n${key}`, override);
    }
  }

  has(collectionGroup: string, key: string, kind: FieldKind, scope: QueryScope): boolean {
    const { indexes = automatic } = this.overrideOf(collectionGroup, key) ?? {};
    return indexes.some((index) => (index.arrayConfig ?? index.order) === kind && (index.queryScope ?? 'COLLECTION') === scope);
  }

  /** The override of the field itself, of the nearest map around it, or of the whole group. */
  overrideOf(collectionGroup: string, key: string): FieldOverride | undefined {
    const path = parseFieldPath(key);
    for (let length = path.length; length > 0; length--) {
      const found = this.#overrides.get(`${collectionGroup}\n${formatFieldPath(path.slice(0, length))}`);
      if (found) return found;
    }
    return this.#overrides.get(`${collectionGroup}\n*`);
  }
}
