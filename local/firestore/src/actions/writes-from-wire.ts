import { RpcError } from '../model/rpc-error.ts';
import type { FieldTransform, Precondition, UpdateWrite, Write } from '../model/write.ts';
import type { WirePrecondition, WireTransform, WireWrite } from '../codec/messages/write.ts';
import { fieldPath, maskPaths } from './field-paths.ts';
import { pathWithin, type ResourceName } from '../model/resource-name.ts';

export function writesFromWire(database: ResourceName, writes: readonly WireWrite[]): readonly Write[] {
  return writes.map((write) => writeFromWire(database, write));
}

function writeFromWire(database: ResourceName, wire: WireWrite): Write {
  const precondition = preconditionFromWire(wire.currentDocument);
  if (wire.update) {
    return {
      kind: 'update',
      path: pathWithin(database, wire.update.name),
      fields: wire.update.fields,
      mask: maskPaths(wire.updateMask),
      transforms: wire.updateTransforms.map(transformFromWire),
      precondition,
    };
  }
  if (wire.delete !== undefined) {
    if (wire.updateMask || wire.updateTransforms.length > 0) {
      throw new RpcError('INVALID_ARGUMENT', 'A delete must not have an update mask or transforms.');
    }
    return { kind: 'delete', path: pathWithin(database, wire.delete), precondition };
  }
  if (wire.verify !== undefined) {
    if (wire.updateMask || wire.updateTransforms.length > 0) {
      throw new RpcError('INVALID_ARGUMENT', 'A verify must not have an update mask or transforms.');
    }
    return { kind: 'verify', path: pathWithin(database, wire.verify), precondition };
  }
  if (wire.transform) return legacyTransform(database, wire.transform, precondition);
  throw new RpcError('INVALID_ARGUMENT', 'A write must be an update, a delete, a verify or a transform.');
}

export function preconditionFromWire(wire: WirePrecondition | undefined): Precondition | undefined {
  if (!wire) return undefined;
  if (wire.updateTime) return { kind: 'updateTime', updateTime: wire.updateTime };
  return wire.exists === undefined ? undefined : { kind: 'exists', exists: wire.exists };
}

function legacyTransform(
  database: ResourceName,
  wire: { readonly document: string; readonly fieldTransforms: readonly WireTransform[] },
  precondition: Precondition | undefined,
): UpdateWrite {
  return {
    kind: 'update',
    path: pathWithin(database, wire.document),
    fields: new Map(),
    mask: [],
    transforms: wire.fieldTransforms.map(transformFromWire),
    precondition,
    transformOnly: true,
  };
}

function transformFromWire(wire: WireTransform): FieldTransform {
  return { field: fieldPath(wire.fieldPath), op: transformOperation(wire) };
}

function transformOperation(wire: WireTransform): FieldTransform['op'] {
  if (wire.setToServerValue === 'REQUEST_TIME') return { kind: 'requestTime' };
  if (wire.increment !== undefined) return { kind: 'increment', operand: wire.increment };
  if (wire.maximum !== undefined) return { kind: 'maximum', operand: wire.maximum };
  if (wire.minimum !== undefined) return { kind: 'minimum', operand: wire.minimum };
  if (wire.appendMissingElements) return { kind: 'appendMissingElements', elements: wire.appendMissingElements.values };
  if (wire.removeAllFromArray) return { kind: 'removeAllFromArray', elements: wire.removeAllFromArray.values };
  throw new RpcError('INVALID_ARGUMENT', `The transform of "${wire.fieldPath}" lacks its operation.`);
}
