import { Firestore } from '@google-cloud/firestore';
import { isPlain } from '../config/process.ts';
import { createInstanceMemory } from '../memory/instance-memory.ts';
import { createStore, type Store } from './access.ts';
import { connectRest } from './rest/connect.ts';

interface Place {
  readonly projectId: string;
  /** host:port of a local Firestore; null for the service itself. */
  readonly emulator: string | null;
}

/** Opens the product's own database. Nothing is connected before the first call. */
export function openStore({ projectId, emulator }: Place, now: () => number): Store {
  const rest = isPlain ? undefined : connectRest(projectId, emulator);
  return createStore(new Firestore({ projectId }), { rest, memory: createInstanceMemory({ now }) });
}
