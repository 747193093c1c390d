import { type Endpoint, type EndpointInput, isOwnAddress } from '@bedplate/contract';

/** The dialog's fields; '' is what has not been chosen. */
export interface EndpointValues {
  dataStorageId: string;
  endpoint: string;
  type: Endpoint['type'] | '';
  functionality: Endpoint['functionality'] | '';
  method: Endpoint['method'];
}

export const newEndpoint: EndpointValues = { dataStorageId: '', endpoint: '', type: '', functionality: '', method: 'get' };

/** 'sender' clears the address, 'receiver' brings the original back. */
export function withFunctionality(
  values: EndpointValues,
  functionality: EndpointValues['functionality'],
  original: string,
): EndpointValues {
  if (functionality === 'sender') return { ...values, functionality, endpoint: '' };
  return { ...values, functionality, endpoint: functionality === 'receiver' ? original : values.endpoint };
}

/** @returns whether the address is ours, so that it cannot be typed */
export function hasOwnAddress({ type, functionality, method }: EndpointValues): boolean {
  return type !== '' && functionality !== '' && isOwnAddress({ type, functionality, method });
}

export function isChanged(values: EndpointValues, original: EndpointValues): boolean {
  return (Object.keys(newEndpoint) as (keyof EndpointValues)[]).some((field) => values[field] !== original[field]);
}

/** @returns what is sent, or null while something required is not chosen */
export function inputOf(values: EndpointValues): EndpointInput | null {
  const { dataStorageId, endpoint, type, functionality, method } = values;
  if (dataStorageId === '' || type === '' || functionality === '') return null;
  return { dataStorageId, endpoint: endpoint.trim(), type, functionality, method };
}
