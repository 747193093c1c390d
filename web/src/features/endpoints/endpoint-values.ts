import { between, type Endpoint, endpointMethods, isOwnAddress } from '@bedplate/contract';
import { z } from 'zod';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';

/** The dialog's fields; '' means not chosen yet. */
export interface EndpointValues {
  dataStorageId: string;
  endpoint: string;
  type: Endpoint['type'] | '';
  functionality: Endpoint['functionality'] | '';
  method: Endpoint['method'];
}

/** A missing choice has its own sentence. The server checks the address. */
export const EndpointForm = z
  .object({
    dataStorageId: chosen('endpoint.chooseStorage'),
    endpoint: z.string().trim(),
    type: chosen<Endpoint['type']>('endpoint.chooseType'),
    functionality: chosen<Endpoint['functionality']>('endpoint.chooseFunctionality'),
    method: z.enum(endpointMethods),
  })
  .refine((values) => values.endpoint !== '' || !asksForAddress(values), {
    path: ['endpoint'],
    ...between('endpoint', 'type', 'functionality'),
    error: () => t('endpoint.addressMissing'),
  });

/** @returns whether somebody has to say where deliveries go */
export function asksForAddress({ type, functionality }: Pick<EndpointValues, 'type' | 'functionality'>): boolean {
  return type === 'webhook' && functionality === 'receiver';
}

function chosen<T extends string>(missing: Parameters<typeof t>[0]) {
  return z.custom<T | ''>().transform((value, context): T => {
    if (value !== '') return value as T; // '' was the only other value
    context.addIssue({ code: 'custom', message: t(missing) });
    return z.NEVER;
  });
}

export const newEndpoint: EndpointValues = { dataStorageId: '', endpoint: '', type: '', functionality: '', method: 'get' };

/** @returns what changes with the functionality: 'sender' clears the address, 'receiver' restores the original one */
export function withFunctionality(functionality: EndpointValues['functionality'], original: string): Partial<EndpointValues> {
  if (functionality === '') return { functionality };
  return { functionality, endpoint: functionality === 'sender' ? '' : original };
}

/** @returns whether the address is ours, so that it cannot be typed */
export function hasOwnAddress({ type, functionality, method }: EndpointValues): boolean {
  return type !== '' && functionality !== '' && isOwnAddress({ type, functionality, method });
}
