import type { QueryWarning } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { askedFilters } from './bound-query.ts';
import type { ListQuery } from './list-query.ts';

/** Tells of `status=opne`, which is none of the values that the schema has for the field. At most one billed read, as `rulesOf`. */
export async function enumWarnings(
  services: Pick<RecordServices, 'store'>,
  storage: StorageRow,
  query: ListQuery,
): Promise<QueryWarning[]> {
  const { byPath } = catalogueOf(storage.data);
  const isEnum = (path: string) => [byPath.get(path)?.declared?.type, byPath.get(path)?.declared?.of].includes('enum');
  const asked = askedFilters(query).filter(({ path, operator }) => (operator === '=' || operator === '!=') && isEnum(path));
  const rules = asked.length > 0 ? await rulesOf(services, storage) : undefined;
  return asked.flatMap(({ path, literals }) => {
    const { values = [] } = rules?.fields.get(path) ?? {};
    const other = literals.find(({ text, quoted }) => !values.includes(text) && (quoted || (text !== '' && text !== 'null')));
    if (!other || values.length === 0) return [];
    const field = path.slice(0, 80);
    const shown = values.slice(0, mostShown).join(', ');
    return [{ field, message: inEnglish(say('noEnumValue', { name: field, values: shown, value: other.text.slice(0, 80) })) }];
  });
}

const mostShown = 20;
