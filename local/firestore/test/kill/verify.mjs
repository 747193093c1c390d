import { GrpcClient } from '../fuzz/grpc-client.mjs';
import { accounts, database, documents } from './load.mjs';

const chunk = 300;

/**
 * Reads back what was sent since the last check and settles it: what is there now was applied and must stay.
 * @param options.all read back also what earlier checks have settled
 * @returns complaints
 */
export async function verify(port, sent, seedCount, { all = false } = {}) {
  const grpc = new GrpcClient(port);
  const complaints = [];
  const asked = [
    ...[...sent.pairs.keys()].flatMap((id) => [`left/${id}`, `right/${id}`]),
    ...[...sent.transfers.keys()].map((id) => `transfers/${id}`),
  ];
  const found = await existing(grpc, asked);
  for (const [id, acknowledged] of sent.pairs) {
    const left = found.has(`left/${id}`);
    if (left !== found.has(`right/${id}`)) complaints.push(`The commit ${id} is half applied.`);
    if (acknowledged && !left) complaints.push(`The acknowledged commit ${id} is lost.`);
  }
  for (const [id, { from, to, amount, acknowledged }] of sent.transfers) {
    const there = found.has(`transfers/${id}`);
    if (acknowledged && !there) complaints.push(`The acknowledged transfer ${id} is lost.`);
    if (!there) continue;
    sent.balances.set(from, sent.balances.get(from) - amount);
    sent.balances.set(to, sent.balances.get(to) + amount);
  }
  sent.pairs.clear();
  sent.transfers.clear();
  if (all) {
    const still = await existing(grpc, sent.settled);
    for (const path of sent.settled) if (!still.has(path)) complaints.push(`${path} was there and is lost.`);
    for (const path of await existing(grpc, sent.deleted)) complaints.push(`${path} was deleted and is back.`);
  }
  sent.settled.push(...found);
  const { answers } = await grpc.call('BatchGetDocuments', { database, documents: accounts.map((path) => `${documents}/${path}`) });
  for (const { found: account } of answers) {
    const path = account?.name.slice(documents.length + 1);
    const balance = Number(account?.fields.balance.integerValue);
    if (balance !== sent.balances.get(path)) complaints.push(`${path} holds ${balance}; its transfers make ${sent.balances.get(path)}.`);
  }
  const count = await grpc.call('RunAggregationQuery', {
    parent: documents,
    structuredAggregationQuery: { structuredQuery: { from: [{ collectionId: 'seed' }] }, aggregations: [{ alias: 'n', count: {} }] },
  });
  const seeds = Number(count.answers[0]?.result.aggregateFields.n.integerValue);
  if (seeds !== seedCount) complaints.push(`${seeds} of ${seedCount} first documents are there.`);
  grpc.close();
  return complaints;
}

/** Deletes the oldest documents, so that the database keeps its size. */
export async function prune(port, sent, keep) {
  const grpc = new GrpcClient(port);
  while (sent.settled.length > keep) {
    const paths = sent.settled.slice(0, chunk);
    const { code, message } = await grpc.call('Commit', { database, writes: paths.map((path) => ({ delete: `${documents}/${path}` })) });
    if (code !== 0) throw new Error(`Deleting failed: ${code} ${message}`);
    sent.settled.splice(0, paths.length);
    sent.deleted.push(...paths);
  }
  grpc.close();
}

async function existing(grpc, paths) {
  const found = new Set();
  for (let start = 0; start < paths.length; start += chunk) {
    const { code, message, answers } = await grpc.call('BatchGetDocuments', {
      database,
      documents: paths.slice(start, start + chunk).map((path) => `${documents}/${path}`),
      mask: { fieldPaths: ['id'] },
    });
    if (code !== 0) throw new Error(`Reading back failed: ${code} ${message}`);
    for (const answer of answers) if (answer.found) found.add(answer.found.name.slice(documents.length + 1));
  }
  return found;
}
