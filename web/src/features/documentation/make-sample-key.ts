import type { KeyVerb } from '@bedplate/contract/api-key';
import type { Session } from '../../lib/session/session.ts';
import type { OwnStorage } from './own-data.ts';

const sampleVerbs: readonly KeyVerb[] = ['read', 'create', 'update', 'delete', 'authenticate'];

interface KeyPlace {
  projectId: string;
  storages: readonly OwnStorage[];
}

/**
 * Makes a key that does what the samples do, and only in these storages.
 * @throws {Error} with the server's reason
 */
export async function makeSampleKey({ token }: Session, { projectId, storages }: KeyPlace): Promise<string> {
  const response = await fetch('/app/keys', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Documentation', projectId, storages: storages.map(({ id }) => id), verbs: sampleVerbs }),
    signal: AbortSignal.timeout(20_000),
  });
  const { message, data } = (await response.json()) as { message: string; data?: { apiKey: string } }; // the contract's word for this call
  if (!data) throw new Error(message);
  return data.apiKey;
}
