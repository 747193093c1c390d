import { RpcError } from '../../model/rpc-error.ts';
import type { Json } from '../json/json.ts';
import type { ProtoReader } from './reader.ts';
import type { ProtoWriter } from './writer.ts';

/** How one kind of field is written in protobuf and in ProtoJSON. */
export interface Type<T> {
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wire: 0 | 1 | 2 | 5;
  /** The value of an absent field; absent for messages, which are then `undefined`. */
  readonly zero?: T;
  read(reader: ProtoReader): T;
  write(writer: ProtoWriter, value: T): void;
  /** Throws `badPayload()` for JSON of another shape. */
  fromJson(json: unknown): T;
  toJson(value: T): Json;
}

/** The answer to JSON that does not fit the message (docs/facts.md, "Errors over REST"). */
export function badPayload(): RpcError {
  return new RpcError('INVALID_ARGUMENT', "Payload isn't valid for request.");
}
