import type { Storage } from '@bedplate/contract';
import { useEffect, useState } from 'react';
import { useStorages } from '../storages/storage-queries.ts';
import { isStarted, setStarted } from './started.ts';
import { StartSteps } from './start-steps.tsx';
import { followedMax, useFirstRecord } from './use-first-record.ts';

const oldestFirst = { search: '', sortOrder: 'ASC', softDelete: false, dateFrom: null, dateTo: null } as const;

/** The way to the first record, on the home of a project that has none. */
export function StartPanel({ projectId }: { projectId: string }) {
  const [isPast, setPast] = useState(() => isStarted(projectId));
  return isPast ? null : <FollowedStart projectId={projectId} onEnd={() => setPast(true)} />;
}

function FollowedStart({ projectId, onEnd }: { projectId: string; onEnd: () => void }) {
  const storages = useStorages(projectId, 1, oldestFirst).data?.data;
  if (!storages || storages.length > followedMax) return null;
  return <KnownStart projectId={projectId} storages={storages} onEnd={onEnd} />;
}

interface KnownStartProps {
  projectId: string;
  storages: readonly Storage[];
  onEnd: () => void;
}

function KnownStart({ projectId, storages, onEnd }: KnownStartProps) {
  const { isEmpty, record } = useFirstRecord(storages.map(({ id }) => id));
  // Once seen, the steps stay until the page is left, also when the record comes.
  const [isSeen, setSeen] = useState(false);
  if (isEmpty && !isSeen) setSeen(true);
  useEffect(() => {
    if (record) setStarted(projectId);
  }, [projectId, record]);
  if (!isSeen) return null;
  const hide = () => {
    setStarted(projectId);
    onEnd();
  };
  const storage = storages.find(({ id }) => id === record?.storageId) ?? storages[0] ?? null;
  return <StartSteps projectId={projectId} storage={storage} record={record} onHide={hide} />;
}
