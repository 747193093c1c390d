import { type BackedUpEndpoint, EndpointInput, type FieldProblem } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Caller } from '../callers/caller.ts';
import { isGenerated } from '../endpoints/endpoint-out.ts';
import { describeAgain, makeAgain } from '../endpoints/endpoint-again.ts';
import { orGap, restoreGap } from './restore-gap.ts';
import type { PartOutcome, Restoring } from './restoring.ts';

/**
 * Makes the endpoints again that a storage has lost; those that came since stay. Tokens and secrets are in no backup: an address that takes
 * webhooks in is a new one, and a webhook that sends does not before a person has given its receiver the new secret.
 */
export async function restoreEndpoints(services: Services, caller: Caller, { storage, backed, isTrial }: Restoring): Promise<PartOutcome> {
  const rows = storage ? (await services.store.endpoints.query({ where: [['storageId', '==', storage.id]] })).rows : [];
  const missing = missingOf(backed.endpoints, rows);
  const gaps: FieldProblem[] = [];
  let isChanged = false;
  for (const endpoint of missing) {
    const refused = isTrial || !storage ? [] : await again(endpoint);
    gaps.push(...(refused.length > 0 ? refused : gapOf(endpoint)));
    isChanged ||= refused.length === 0;
  }
  if (storage && !isTrial) await describeAgain(services, rows, backed.endpoints.filter(isOfStorage));
  return { part: isChanged ? 'endpoints' : null, gaps };

  function again(endpoint: BackedUpEndpoint): Promise<FieldProblem[]> {
    const about = { field: 'endpoints', key: 'restoreEndpoint', values: { address: endpoint.url ?? endpoint.type } } as const;
    return orGap(about, () => {
      const { type, functionality, method, url } = endpoint;
      const dataStorageId = storage?.id ?? '';
      const input = EndpointInput.parse({ dataStorageId, type, functionality, method, endpoint: url });
      return makeAgain(services, { caller, storageId: dataStorageId, input });
    });
  }
}

/** Two that say the same are two. */
function missingOf(wanted: readonly BackedUpEndpoint[], rows: readonly Row<EndpointDocument>[]): BackedUpEndpoint[] {
  const left = rows.filter(({ data }) => !isGenerated(data)).map(({ data }) => meaningOf(data));
  return wanted.filter((endpoint) => {
    if (isOfStorage(endpoint)) return false;
    const at = left.indexOf(meaningOf(endpoint));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether an endpoint came with its storage, which brings it back. Earlier backups tell it by its address. */
function isOfStorage({ generated, type, url }: BackedUpEndpoint): boolean {
  return generated ?? (type === 'api' && url === null);
}

function meaningOf({ type, functionality, method, url }: Pick<BackedUpEndpoint, 'type' | 'functionality' | 'method' | 'url'>): string {
  return JSON.stringify([type, functionality, method, url]);
}

function gapOf({ type, functionality, url }: BackedUpEndpoint): FieldProblem[] {
  if (type !== 'webhook') return [];
  if (functionality === 'sender') return [restoreGap('endpoints', 'restoreInbound')];
  return [restoreGap('endpoints', 'restoreReceiver', { address: url ?? '' })];
}
