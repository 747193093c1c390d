import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Session } from '../session/session.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Follow } from '../store/live-storages.ts';
import { Store } from '../store/store.ts';

export interface BedplateProviderProps {
  children?: ReactNode;
  /** `liveSync({…})` keeps lists and records up to date; without it they change by `useMutation` and `reload` alone. */
  live?: Follow;
  /** For `useUser`; a new person sees nothing of the one before. */
  session?: Session;
  /** Of `takeSnapshot` on the server. */
  snapshot?: Snapshot;
}

interface Provided {
  store: Store;
  session: Session | undefined;
}

const Provision = createContext<Provided | undefined>(undefined);

/**
 * Holds what the hooks below it show: those that ask for the same share one answer and one listener. `live` and `snapshot` are those of
 * the first render.
 */
export function BedplateProvider({ children, live, session, snapshot }: BedplateProviderProps) {
  const [store] = useState(() => new Store({ follow: live, snapshot }));
  useEffect(() => session?.onPerson(() => store.reset()), [session, store]);
  const provided = useMemo(() => ({ store, session }), [store, session]);
  return <Provision.Provider value={provided}>{children}</Provision.Provider>;
}

export function useProvided(): Provided {
  const provided = useContext(Provision);
  if (!provided) throw new Error('Bedplate’s hooks need a BedplateProvider above them.');
  return provided;
}
