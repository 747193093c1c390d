import { RpcError } from '../model/rpc-error.ts';

export function partitionQuery(): never {
  throw new RpcError('UNIMPLEMENTED', 'PartitionQuery is not served by this emulator.');
}
