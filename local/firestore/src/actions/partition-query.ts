import { RpcError } from '../rpc-error.ts';

export function partitionQuery(): never {
  throw new RpcError('UNIMPLEMENTED', 'PartitionQuery is not served by this emulator.');
}
