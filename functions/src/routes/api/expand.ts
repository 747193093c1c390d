import type { Request } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { Origin } from '../../domain/records/references/expand-records.ts';
import type { ApiServices } from './api-services.ts';
import { reachOfCaller } from './caller-reach.ts';
import { lazily } from '../../runtime/lazily.ts';

const loadExpandRecords = lazily(() => import('../../domain/records/references/expand-records.ts'));
const loadParseExpand = lazily(() => import('../../domain/records/references/parse-expand.ts'));

interface Expanding {
  readonly caller: ApiCaller;
  readonly res: Request['res'];
  readonly storage: StorageRow;
  readonly records: readonly Origin[];
  /** As it came; most calls have none, and load nothing for it. */
  readonly expand: string | undefined;
}

/** @throws {ApiError} as `expandRecords` */
export async function expandedBy(services: ApiServices, { caller, res, storage, records, expand }: Expanding) {
  if (expand === undefined) return undefined;
  const [{ expandRecords }, { parseExpand }] = await Promise.all([loadExpandRecords(), loadParseExpand()]);
  return expandRecords(services.records, reachOfCaller(services, { caller, res }), { storage, records, expand: parseExpand(expand) });
}
