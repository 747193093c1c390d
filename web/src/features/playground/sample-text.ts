import type { SchemaField } from '@bedplate/contract';

/** Texts that fields of such names hold. */
const named: readonly (readonly [RegExp, string])[] = [
  [/title|subject|headline|label|caption/i, 'Hello'],
  [/e-?mail/i, 'ada@example.com'],
  [/^(?:user[-_ ]?name|login|nick)/i, 'ada'],
  [/phone|mobile/i, '+49 30 901820'],
  [/^(?:first|given)[-_ ]?name/i, 'Ada'],
  [/^(?:last|family|sur)[-_ ]?name/i, 'Lovelace'],
  [/company|organi[sz]ation/i, 'Analytical Engines'],
  [/name|author|owner|customer/i, 'Ada Lovelace'],
  [/city|town/i, 'Berlin'],
  [/country/i, 'DE'],
  [/street|address/i, '1 Main Street'],
  [/zip|postal|postcode/i, '10115'],
  [/currency/i, 'EUR'],
  [/lang|locale/i, 'en'],
  [/colou?r/i, 'blue'],
  [/categor|^tags?$|kind|group/i, 'kitchen'],
  [/sku|code|number/i, 'MUG-1'],
  [/slug|^key$|handle/i, 'hello-1'],
];

/** Spellings that patterns often ask for. */
const spellings = [
  'hello',
  'Hello',
  'hello-1',
  'HELLO',
  'a',
  'A',
  'ab',
  'AB',
  'abc',
  'ABC',
  'A1',
  'AB-1',
  'ABC-123',
  'AB-1234',
  'a1',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '+49301234567',
  '1.0.0',
  '#336699',
];

/** @returns a text for a field of this name, as long and as spelt as the field wants it, if such a one can be made up */
export function sampleText(
  name: string,
  field: Pick<SchemaField, 'type' | 'minLength' | 'maxLength'>,
  matches?: (text: string) => boolean,
): string {
  const usual = named.find(([pattern]) => pattern.test(name))?.[1] ?? (field.type === 'longText' ? 'A few words about it.' : 'Hello');
  const candidates = [usual, ...(matches ? spellings : [])].map((text) => ofLength(text, field));
  return candidates.find((text) => !matches || matches(text)) ?? ofLength(usual, field);
}

function ofLength(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Pick<SchemaField, 'minLength' | 'maxLength'>,
): string {
  const long = text.length >= minLength ? text : text.padEnd(minLength, text.includes(' ') ? ` ${text}` : text);
  return long.slice(0, maxLength);
}
