import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Session, useSession } from '../../lib/session/session.ts';
import { type OwnProject, type OwnStorage, ownProjects, ownStorages } from './own-data.ts';
import { idsByKey, type SampleValues, visitorValues } from './sample-values.ts';

interface Reader {
  values: SampleValues;
  projects: readonly OwnProject[];
  storages: readonly OwnStorage[];
  project: OwnProject | null;
  storage: OwnStorage | null;
  choose: (choice: { projectId?: string; storageId?: string }) => void;
}

const nobody: Reader = { values: visitorValues, projects: [], storages: [], project: null, storage: null, choose: () => {} };
const none: readonly never[] = [];
const ReaderContext = createContext<Reader>(nobody);

/** @returns whose samples are shown: a signed-in reader's project and storage, or placeholders */
export function useReader(): Reader {
  return useContext(ReaderContext);
}

export function ReaderProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const endpoint = useSyncExternalStore(noChanges, origin, () => visitorValues.endpoint);
  const [choice, setChoice] = useState<{ projectId?: string; storageId?: string }>({});
  const [ownedBy, setOwnedBy] = useState<{ session: Session | null; projects: readonly OwnProject[] }>({ session: null, projects: none });
  const [storedIn, setStoredIn] = useState<{ projectId?: string; storages: readonly OwnStorage[] }>({ storages: none });
  const projects = ownedBy.session === session ? ownedBy.projects : none;
  const project = projects.find(({ id }) => id === choice.projectId) ?? projects[0] ?? null;
  const projectId = project?.id;
  const storages = projectId && storedIn.projectId === projectId ? storedIn.storages : none;
  const storage =
    storages.find(({ id }) => id === choice.storageId) ?? storages.find(({ key }) => key === 'projects') ?? storages[0] ?? null;

  useEffect(() => (session ? until(ownProjects(session), (list) => setOwnedBy({ session, projects: list })) : undefined), [session]);
  useEffect(
    () => (session && projectId ? until(ownStorages(session, projectId), (list) => setStoredIn({ projectId, storages: list })) : undefined),
    [session, projectId],
  );

  const reader = useMemo<Reader>(() => {
    const values = {
      endpoint,
      projectId: project?.id ?? visitorValues.projectId,
      storageKey: storage?.key ?? visitorValues.storageKey,
      storageId: storage?.id ?? visitorValues.storageId,
      ...idsByKey(storages),
    };
    return { values, projects, storages, project, storage, choose: (next) => setChoice((old) => ({ ...old, ...next })) };
  }, [endpoint, projects, storages, project, storage]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/**
 * Hands the result on unless the effect has ended; without one the samples keep their placeholders.
 */
function until<T>(result: Promise<T>, use: (value: T) => void): () => void {
  let ended = false;
  result.then(
    (value) => ended || use(value),
    (cause: unknown) => console.warn('Your projects could not be read.', cause),
  );
  return () => {
    ended = true;
  };
}

function origin(): string {
  return window.location.origin;
}

function noChanges(): () => void {
  return () => {};
}
