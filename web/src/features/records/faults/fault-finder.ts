import { fieldProblem, type Json, type StorageSchema, storedProblem, systemFields } from '@bedplate/contract';
import { inOurWords } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';

/** @returns the sentence that says why a record's stored value does not fit its field; null where it does */
export type FindFault = (record: Readonly<Record<string, unknown>>, field: string) => string | null;

/** Loaded with the first storage whose rules are looked at. */
export async function faultFinder({ fields, closed }: StorageSchema): Promise<FindFault> {
  const matchers = await matchersOf(fields);
  return (record, name) => {
    const value = ownValue(record, name) as Json | undefined; // a record comes from JSON
    const field = ownValue(fields, name);
    // A table shows null also where a record has no such field.
    const isForbidden = !field && closed && value !== null && value !== undefined && !isSystem(name);
    const problem = field ? storedProblem(value, field, matchers.get(name)) : isForbidden ? { key: 'fieldClosed' as const } : undefined;
    return problem && !awaitsConversion.includes(problem.key) ? inOurWords(fieldProblem(name, problem)) : null;
  };
}

/** A number where the field stores exact ones: the job that a change of the fields begins writes it as one, and nobody has to mend it. */
const awaitsConversion: readonly string[] = ['fieldIntegerText', 'fieldDecimalText'];

/** Patterns are in the syntax of the server, which no text makes slow. */
async function matchersOf(fields: StorageSchema['fields']): Promise<ReadonlyMap<string, (text: string) => boolean>> {
  const patterns = Object.entries(fields).flatMap(([name, { pattern }]) => (pattern === undefined ? [] : [[name, pattern] as const]));
  if (patterns.length === 0) return new Map();
  const { RE2JS } = await import('re2js');
  return new Map(
    patterns.map(([name, pattern]) => {
      const compiled = RE2JS.compile(pattern); // the server has compiled it when the schema was saved
      return [name, (text: string) => compiled.matches(text)];
    }),
  );
}

function isSystem(name: string): boolean {
  return (systemFields as readonly string[]).includes(name);
}
