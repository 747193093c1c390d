import { RpcError } from './rpc-error.ts';
import { utf8Length } from './string-order.ts';

const maxIdBytes = 1500;
const maxNameBytes = 6144;
const maxDepth = 100;

/**
 * Checks every id of a path below `documents/` (document or collection).
 * @param path e.g. `users/alice`
 * @param full the name as the client wrote it, for the message
 * @param what how the message calls it, e.g. `Document name`
 * @throws RpcError INVALID_ARGUMENT
 */
export function validatePath(path: string, full: string, what: string): void {
  let index = full.length - path.length;
  const segments = path.split('/');
  for (const [position, id] of segments.entries()) {
    if (id === '') throw invalid(`${what} "${full}" contains an empty resource id at index ${index}.`);
    if (id === '.' || id === '..') throw invalid(`${what} "${full}" contains a resource id "${id}" at index ${index}.`);
    validateId(id, position % 2 === 1);
    index += id.length + 1;
  }
  if (segments.length > maxDepth * 2) throw invalid(`${what} "${full}" is nested deeper than ${maxDepth} collections.`);
  if (utf8Length(full) > maxNameBytes) throw invalid(`The document name is longer than ${maxNameBytes} bytes.`);
}

/** @param isDocument document ids may be numeric ids such as `__id7__` */
function validateId(id: string, isDocument: boolean): void {
  if (utf8Length(id) > maxIdBytes) throw invalid(`The key path element name is longer than ${maxIdBytes} bytes.`);
  if (id.length < 4 || !id.startsWith('__') || !id.endsWith('__')) return;
  if (isDocument && id.startsWith('__id')) {
    if (isInt64(/^__id(-?\d+)__$/.exec(id)?.[1])) return;
    throw invalid(`A long document ID string must be formatted like '__id{LONG}__', where LONG is a 64-bit integer. Received: "${id}".`);
  }
  throw invalid(`Resource id "${id}" is invalid because it is reserved.`);
}

/** @throws RpcError INVALID_ARGUMENT for the collection id of a query */
export function validateCollectionId(id: string): void {
  if (id.includes('/')) throw invalid(`Collection id "${id}" is invalid because it contains "/".`);
  if (id === '.' || id === '..') throw invalid(`Collection id "${id}" is invalid.`);
  validateId(id, false);
}

function isInt64(digits: string | undefined): boolean {
  if (digits === undefined || digits.length > 20) return false;
  const value = BigInt(digits);
  return BigInt.asIntN(64, value) === value && String(value) === digits;
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
