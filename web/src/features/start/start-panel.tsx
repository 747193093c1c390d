import type { Storage } from '@bedplate/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { useNewestStorages } from '../storages/storage-queries.ts';
import { isStarted, setStarted } from './started.ts';
import { StartSteps } from './start-steps.tsx';
import { followedMax, useFirstRecord } from './use-first-record.ts';

interface StartPanelProps {
  projectId: string;
  /** In place of the steps, for a project that has records. */
  children: ReactNode;
}

/** The way to the first record, on the home of a project that has none. */
export function StartPanel({ projectId, children }: StartPanelProps) {
  const [isPast, setPast] = useState(() => isStarted(projectId));
  if (isPast) return children;
  return (
    <FollowedStart projectId={projectId} onEnd={() => setPast(true)}>
      {children}
    </FollowedStart>
  );
}

interface FollowedStartProps extends StartPanelProps {
  onEnd: () => void;
}

function FollowedStart({ projectId, onEnd, children }: FollowedStartProps) {
  // The panel that follows a failure asks again, which is no reason to put it away.
  const { data, errorUpdateCount } = useNewestStorages(projectId);
  const storages = data?.data;
  if (!storages && errorUpdateCount === 0) return <ToCome />;
  if (!storages || storages.length > followedMax) return children;
  return (
    <KnownStart projectId={projectId} storages={storages} onEnd={onEnd}>
      {children}
    </KnownStart>
  );
}

interface KnownStartProps extends FollowedStartProps {
  storages: readonly Storage[];
}

function KnownStart({ projectId, storages, onEnd, children }: KnownStartProps) {
  const { isEmpty, record, isUnknown, state } = useFirstRecord(
    projectId,
    storages.map(({ id }) => id),
  );
  // Once seen, the steps stay until the page is left, also when the record comes.
  const [isSeen, setSeen] = useState(false);
  if (isEmpty && !isSeen) setSeen(true);
  useEffect(() => {
    if (record) setStarted(projectId);
  }, [projectId, record]);
  if (!isSeen) return record || isUnknown ? children : <ToCome />;
  const hide = () => {
    setStarted(projectId);
    onEnd();
  };
  const storage = storages.find(({ id }) => id === record?.storageId) ?? storages.at(-1) ?? null;
  return <StartSteps projectId={projectId} storage={storage} record={record} live={state} onHide={hide} />;
}

/** As high as the steps, and nearly as what stands there in their place: the panels below stay where they are. */
function ToCome() {
  return <LoadingBlock sx={{ height: { xs: 430, sm: 318 } }} />;
}
