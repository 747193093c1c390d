import { RpcError } from '../model/rpc-error.ts';
import type { UpdateWrite } from '../model/write.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { Call } from './call.ts';
import { maskPaths } from './field-paths.ts';
import type { ResourceName } from '../model/resource-name.ts';
import { runCommit } from './run-commit.ts';
import { documentToWire } from './to-wire.ts';

/** Commits one update and answers the document as it is afterwards. */
export async function writeOne(
  call: Call,
  { name, write, mask }: { name: ResourceName; write: UpdateWrite; mask: { readonly fieldPaths: readonly string[] } | undefined },
): Promise<WireDocument> {
  const database = call.database(name);
  void call.caller;
  const paths = maskPaths(mask);
  await runCommit(call, { database, writes: [write] });
  const written = database.get(name.path, { unbilled: true });
  if (!written) throw new RpcError('ABORTED', `Document (${database.name}/documents/${name.path}) was deleted while it was being written.`);
  return documentToWire(database, written, paths);
}
