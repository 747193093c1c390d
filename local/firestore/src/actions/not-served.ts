import { RpcError } from '../model/rpc-error.ts';

export function executePipeline(): never {
  throw new RpcError('UNIMPLEMENTED', 'ExecutePipeline is not served by this emulator: pipelines belong to the enterprise edition.');
}

export function partitionQuery(): never {
  throw new RpcError('UNIMPLEMENTED', 'PartitionQuery is not served by this emulator.');
}
