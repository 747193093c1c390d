import type { SchemaFault, SchemaField, SchemaRepair } from '@bedplate/contract';

/** @returns what can be done at once to all records that break the rule; each can be taken back */
export function repairsOf(
  { rule }: Pick<SchemaFault, 'rule'>,
  { field, hasTrash }: { field: SchemaField | undefined; hasTrash: boolean },
): SchemaRepair['repair'][] {
  if (rule === 'unique' || rule === 'reference') return []; // people decide which of them stays
  const hasDefault = field?.default !== undefined || field?.defaultFrom !== undefined;
  return [
    ...(rule === 'type' ? (['convert'] as const) : []),
    ...(hasDefault ? (['default'] as const) : []),
    ...(rule === 'required' ? [] : (['split'] as const)),
    ...(hasTrash ? (['trash'] as const) : []),
  ];
}
