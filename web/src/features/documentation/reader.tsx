import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Session, useSession } from '../../lib/session/session.ts';
import type { Kept, OwnProject, OwnStorage } from './own-data.ts';
import { idsByKey, type SampleValues, visitorValues } from './sample-values.ts';

interface Reader {
  values: SampleValues;
  projects: readonly OwnProject[];
  storages: readonly OwnStorage[];
  project: OwnProject | null;
  storage: OwnStorage | null;
  /** The names in samples: the chosen storage, and those that guides name by their keys. */
  named: readonly OwnStorage[];
  /** A key that the reader has made for them in this tab. */
  madeKey: string | null;
  choose: (choice: Kept) => void;
}

const nobody: Reader = {
  values: visitorValues,
  projects: [],
  storages: [],
  project: null,
  storage: null,
  named: [],
  madeKey: null,
  choose: () => {},
};
const none: readonly never[] = [];
const ReaderContext = createContext<Reader>(nobody);

/** @returns whose samples are shown: a signed-in reader's project and storage, or placeholders */
export function useReader(): Reader {
  return useContext(ReaderContext);
}

export function ReaderProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const endpoint = useSyncExternalStore(noChanges, origin, () => visitorValues.endpoint);
  const [choice, setChoice] = useState<Kept>({});
  const [ownedBy, setOwnedBy] = useState<{ session: Session | null; projects: readonly OwnProject[] }>({ session: null, projects: none });
  const [storedIn, setStoredIn] = useState<{ projectId?: string; storages: readonly OwnStorage[] }>({ storages: none });
  const projects = ownedBy.session === session ? ownedBy.projects : none;
  const project = projects.find(({ id }) => id === choice.projectId) ?? projects[0] ?? null;
  const projectId = project?.id;
  const isRead = storedIn.projectId === projectId;
  const storages = projectId && isRead ? storedIn.storages : none;
  const storage = storages.find(({ id }) => id === choice.storageId) ?? likeSamples(storages);

  useEffect(() => {
    if (!session) return;
    const own = () => owned(async (the) => ({ projects: await the.ownProjects(session), kept: the.keptOf(session) }));
    return nowAndOnReturn(() =>
      until(own(), ({ projects, kept }) => {
        setOwnedBy({ session, projects });
        setChoice(kept);
      }),
    );
  }, [session]);
  useEffect(() => {
    if (!session || !projectId) return;
    const own = () => owned(({ ownStorages }) => ownStorages(session, projectId));
    return nowAndOnReturn(() =>
      until(own(), (list) =>
        setStoredIn((before) => (list || before.projectId !== projectId ? { projectId, storages: list ?? none } : before)),
      ),
    );
  }, [session, projectId]);

  const reader = useMemo<Reader>(() => {
    const values = {
      endpoint,
      // With its storage or not at all: a sample copied in between would lead nowhere.
      projectId: (isRead && project?.id) || visitorValues.projectId,
      storageKey: storage?.key ?? visitorValues.storageKey,
      storageId: storage?.id ?? visitorValues.storageId,
      apiKey: visitorValues.apiKey,
      ...idsByKey(storages),
    };
    const named = storages.filter((each) => each === storage || Object.values(values).includes(each.id));
    return {
      values,
      projects,
      storages,
      project,
      storage,
      named,
      madeKey: choice.made?.opens === opensOf(named) ? choice.made.apiKey : null,
      choose: (next) => {
        const chosen = { ...choice, ...next };
        setChoice(chosen);
        if (session) void owned(async ({ keep }) => keep(session, chosen));
      },
    };
  }, [endpoint, projects, isRead, storages, project, storage, choice, session]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/** @returns the ids of the storages that a key for them opens */
export function opensOf(named: readonly OwnStorage[]): string {
  return named.map(({ id }) => id).join(' ');
}

/** @returns the storage that takes what the samples write: one of users asks for names and passwords */
function likeSamples(storages: readonly OwnStorage[]): OwnStorage | null {
  const plain = storages.filter(({ key }) => key !== 'users');
  return plain.find(({ key }) => key === 'projects') ?? plain[0] ?? storages[0] ?? null;
}

/**
 * Guides send their readers to the console, where they make the storages that the samples name: what is read is read again once
 * they are back.
 * @param read starts reading and returns what ends it
 * @returns the function that ends it
 */
function nowAndOnReturn(read: () => () => void): () => void {
  let end = read();
  const again = () => {
    if (document.visibilityState !== 'visible') return;
    end();
    end = read();
  };
  document.addEventListener('visibilitychange', again);
  return () => {
    document.removeEventListener('visibilitychange', again);
    end();
  };
}

/** Visitors load nothing of what asks for a reader's own. */
async function owned<T>(ask: (own: Awaited<ReturnType<typeof loadOwn>>) => Promise<T>): Promise<T> {
  return ask(await loadOwn());
}

function loadOwn() {
  return import('./own-data.ts');
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
