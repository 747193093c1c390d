import { fromJson, isReservedField, limits, looksLikeId, type Json, type SchemaField, systemFields } from '@bedplate/contract';

/** A field that all values of a file agree about. */
export interface SeenField {
  readonly name: string;
  readonly field: SchemaField;
}

/** A type that is offered has so many values to show for it. */
const fewest = 2;
/** A field is a choice where few short texts come again and again. */
const mostChoices = 12;
const longestChoice = 60;
const fewestChosen = 20;
const timesEach = 4;

const scalars: readonly SchemaField[] = (['number', 'boolean', 'date', 'dateTime', 'email', 'url', 'geo'] as const).map((type) => ({
  type,
}));
const lists: readonly SchemaField[] = (['number', 'boolean', 'text'] as const).map((of) => ({ type: 'list', of }));
const possible = [...scalars, ...lists];

/** Learns from every record of a file which one type a field has. Types that fit no more are dropped, so that later records cost little. */
export class SeenTypes {
  readonly #fields = new Map<string, Seen>();

  /** @param skipsEmpty of a table: an empty cell is no value */
  constructor(private readonly skipsEmpty: boolean) {}

  note(record: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || (value === '' && this.skipsEmpty)) continue;
      const seen = this.#fields.get(name) ?? { count: 0, left: possible, texts: new Set<string>() };
      this.#fields.set(name, withValue(seen, value as Json)); // what is sent is JSON
    }
  }

  /** @returns the fields of which all values are of one type that is more than text, in the order of the file */
  fields(): SeenField[] {
    return [...this.#fields].flatMap(([name, seen]) => {
      const field = mayBeDeclared(name) && seen.count >= fewest ? typeOf(name, seen) : undefined;
      return field ? [{ name, field }] : [];
    });
  }
}

interface Seen {
  readonly count: number;
  readonly left: readonly SchemaField[];
  /** Null once there are too many, or one that is no choice. */
  readonly texts: Set<string> | null;
}

function withValue({ count, left, texts }: Seen, value: Json): Seen {
  const fitting = left.length === 0 ? left : left.filter((field) => fits(value, field));
  return { count: count + 1, left: fitting, texts: texts && withChoice(texts, value) };
}

/** Of types that a text does not become by chance: "5" is a decimal to JSON, and no number. */
function fits(value: Json, field: SchemaField): boolean {
  return 'value' in fromJson(value, field);
}

function withChoice(texts: Set<string>, value: Json): Set<string> | null {
  if (typeof value !== 'string' || value === '' || value.length > longestChoice || /\s{2}|[\r\n]/.test(value)) return null;
  texts.add(value);
  return texts.size > mostChoices ? null : texts;
}

function typeOf(name: string, { count, left, texts }: Seen): SchemaField | undefined {
  const [first] = left;
  if (first) return first;
  const isChoice = texts !== null && count >= Math.max(fewestChosen, texts.size * timesEach) && !looksLikeId(name);
  return isChoice ? { type: 'enum', values: [...texts] } : undefined;
}

function mayBeDeclared(name: string): boolean {
  const isKept = (systemFields as readonly string[]).includes(name) || name === 'password' || isReservedField(name);
  return !isKept && name.trim() !== '' && !name.includes('.') && name.length <= limits.fieldNameLength;
}
