import type { SchemaCheckPage, SchemaFault } from '@bedplate/contract';

/** The rules that stored records break, as far as they have been looked at: until the end each count is a least one. */
export interface Counted {
  faults: readonly SchemaFault[];
  seen: number;
  isDone: boolean;
}

const shownExamples = 5;

/** @returns the counts with those of a further part of the records */
export function withPart(before: Counted, { data, seen, next }: SchemaCheckPage): Counted {
  const faults = new Map(before.faults.map((fault) => [keyOf(fault), fault]));
  for (const fault of data) {
    const known = faults.get(keyOf(fault));
    const examples = [...(known?.examples ?? []), ...fault.examples].slice(0, shownExamples);
    faults.set(keyOf(fault), { ...fault, count: (known?.count ?? 0) + fault.count, examples });
  }
  return { faults: [...faults.values()], seen: before.seen + seen, isDone: next === null };
}

function keyOf({ field, rule }: SchemaFault): string {
  return `${field}\n${rule}`;
}
