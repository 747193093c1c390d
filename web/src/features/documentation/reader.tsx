import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { type OwnProject, type OwnStorage, ownProjects, ownStorages } from './own-data.ts';
import { type SampleValues, visitorValues } from './sample-values.ts';

interface Reader {
  values: SampleValues;
  projects: readonly OwnProject[];
  storages: readonly OwnStorage[];
  project: OwnProject | null;
  storage: OwnStorage | null;
  choose: (choice: { projectId?: string; storageId?: string }) => void;
}

const nobody: Reader = { values: visitorValues, projects: [], storages: [], project: null, storage: null, choose: () => {} };
const ReaderContext = createContext<Reader>(nobody);

/** @returns whose samples are shown: a signed-in reader's project and storage, or placeholders */
export function useReader(): Reader {
  return useContext(ReaderContext);
}

export function ReaderProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const [endpoint, setEndpoint] = useState(visitorValues.endpoint);
  const [choice, setChoice] = useState<{ projectId?: string; storageId?: string }>({});
  const [projects, setProjects] = useState<readonly OwnProject[]>([]);
  const [storages, setStorages] = useState<readonly OwnStorage[]>([]);
  const project = projects.find(({ id }) => id === choice.projectId) ?? projects[0] ?? null;
  const projectId = project?.id;
  const storage =
    storages.find(({ id }) => id === choice.storageId) ?? storages.find(({ key }) => key === 'projects') ?? storages[0] ?? null;

  useEffect(() => setEndpoint(window.location.origin), []);
  useEffect(() => {
    if (!session) return setProjects([]);
    return until(ownProjects(session), setProjects);
  }, [session]);
  useEffect(() => {
    setStorages([]);
    return session && projectId ? until(ownStorages(session, projectId), setStorages) : undefined;
  }, [session, projectId]);

  const reader = useMemo<Reader>(() => {
    const users = storages.find(({ key }) => key === 'users');
    const values = {
      endpoint,
      projectId: project?.id ?? visitorValues.projectId,
      storageKey: storage?.key ?? visitorValues.storageKey,
      storageId: storage?.id ?? visitorValues.storageId,
      usersStorageId: users?.id ?? visitorValues.usersStorageId,
    };
    return { values, projects, storages, project, storage, choose: (next) => setChoice((old) => ({ ...old, ...next })) };
  }, [endpoint, projects, storages, project, storage]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/** Hands the result on unless the effect has ended; without one the samples keep their placeholders. */
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
