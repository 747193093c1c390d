import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { ListQuery } from './list-query.ts';
import { parseCountQuery } from './parse-query.ts';

type Conditions = Pick<ListQuery, 'filters' | 'either' | 'createdFrom' | 'createdTo' | 'zone'>;

/**
 * Reads the conditions of a data view, which are those of the data API: `status=open&or=(price<5,stock>0)`.
 * @throws {ApiError} invalid-argument, also for a parameter that the view has of its own
 */
export function viewConditions(where: string): Conditions {
  const { filters, either, createdFrom, createdTo, zone, search, deleted, explain } = parseCountQuery(where, 'view');
  if (search !== undefined || deleted !== 'no' || explain) throw invalidField('where', say('whereFields'));
  return {
    filters,
    ...(either && { either }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdTo !== undefined && { createdTo }),
    ...(zone && { zone }),
  };
}
