import { isNamePath } from '../model/field-path.ts';
import type { FieldPath } from '../model/query.ts';
import { isReserved, storedFields, storedValue } from '../model/stored-fields.ts';
import { utf8Length } from '../model/string-order.ts';
import { isArray } from '../model/value-type.ts';
import type { FieldTransform, UpdateWrite, Write } from '../model/write.ts';
import { RpcError } from '../model/rpc-error.ts';
import { checkTransform } from './transforms.ts';

const maxTransforms = 500;
const maxDepth = 21;
const maxPathBytes = 1500;

/**
 * Checks the writes of one commit and brings their values into stored form.
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkWrites(writes: readonly Write[]): readonly Write[] {
  checkVerifies(writes);
  const transforms = new Map<string, number>();
  return writes.map((write) => {
    if (write.kind !== 'update') return write;
    const count = (transforms.get(write.path) ?? 0) + write.transforms.length;
    transforms.set(write.path, count);
    if (count > maxTransforms) throw invalid(`A document may have at most ${maxTransforms} field transforms in a commit.`);
    return checkUpdate(write);
  });
}

function checkUpdate(write: UpdateWrite): UpdateWrite {
  for (const path of write.mask ?? []) checkPath(path);
  const fields = storedFields(write.fields);
  const transforms = write.transforms.length === 0 ? write.transforms : write.transforms.map(storedTransform);
  return fields === write.fields && transforms === write.transforms ? write : { ...write, fields, transforms };
}

function storedTransform(transform: FieldTransform): FieldTransform {
  checkPath(transform.field);
  checkTransform(transform);
  const { op } = transform;
  if (!('elements' in op)) return transform;
  const elements = op.elements.map((element) => {
    if (isArray(element)) throw invalid('Nested arrays are not allowed');
    return storedValue(element, transform.field.join('.'), 2);
  });
  return { ...transform, op: { ...op, elements } };
}

function checkPath(path: FieldPath): void {
  if (isNamePath(path)) throw invalid('field name __name__ is reserved');
  const [head, ...rest] = path;
  if (head === undefined || path.includes('')) throw invalid('field name is empty');
  if (path.length > maxDepth) throw invalid(`Property ${head} contains an invalid nested entity.`);
  if (utf8Length(path.join('.')) > maxPathBytes) throw invalid(`The property.name is longer than ${maxPathBytes} bytes.`);
  if (isReserved(head)) throw invalid(`field name ${head} is reserved`);
  const inner = rest.find(isReserved);
  if (inner !== undefined) throw invalid(`field name '${inner}' is reserved.`);
}

/** A commit holds no other write to a document that it verifies. */
function checkVerifies(writes: readonly Write[]): void {
  if (!writes.some((write) => write.kind === 'verify')) return;
  const kinds = new Map<string, 'verify' | 'write'>();
  for (const write of writes) {
    const now = write.kind === 'verify' ? 'verify' : 'write';
    if (write.kind === 'verify' && !write.precondition) throw invalid('a verify must contain a precondition');
    const before = kinds.get(write.path);
    kinds.set(write.path, now);
    if (before === undefined || (before === 'write' && now === 'write')) continue;
    if (before === 'verify' && now === 'verify') throw invalid('the same document cannot be verified twice in a single request');
    throw invalid(
      before === 'verify'
        ? 'the same document cannot be verified and then written in a single request'
        : 'the same document cannot be written and then verified in a single request',
    );
  }
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
