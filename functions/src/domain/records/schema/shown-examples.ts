import type { Json } from '@bedplate/contract';

const shown = 5;
const longest = 200;

interface Example {
  id: string;
  value: Json;
}

/** The first records of several that something is said about, each once. Long values are cut. */
export function shownExamples(examples: readonly Readonly<Example>[]): Example[] {
  const byId = new Map(examples.map((example) => [example.id, example]));
  return [...byId.values()].slice(0, shown).map(({ id, value }) => ({ id, value: shownValue(value) }));
}

/** A value that is shown to tell which one is meant; a long one is cut. */
export function shownValue(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : value;
}
