import type { App } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
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
export function openStore(app: App, { projectId, emulator }: Place, now: () => number): Store {
  const rest = isPlain ? undefined : connectRest(projectId, emulator);
  return createStore(getFirestore(app), { rest, memory: createInstanceMemory({ now }) });
}
