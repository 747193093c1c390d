import type { ApiKey } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { serverNow } from '../../lib/time/clock.ts';
import { dayText } from '../../lib/time/days.ts';
import { localNumber } from '../../lib/local-number.ts';
import { relativeTime } from '../../lib/time.ts';
import { Writes } from '../../lib/writes.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { answerOf, t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import '../../texts/caps.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { useChangeNamedKey } from './named-key-queries.ts';
import { useAllProjects } from '../projects/project-queries.ts';

/** A named key: where it works, what it may do there, and whether anybody uses it. */
export function NamedKeyItem({ row, onEdit, onRemove }: { row: ApiKey; onEdit: () => void; onRemove: () => void }) {
  const { id, name, ending, projectId, storages, verbs, origins, calls, lastUsedAt, cap, capUsed } = row;
  const project = useAllProjects(true).data?.find(({ id }) => id === projectId)?.name ?? projectId ?? '';
  const places = storages.includes('*') ? t('namedKeys.allStorages') : t('namedKeys.someStorages', { count: storages.length });
  const lines = [
    `${project} · ${places}`,
    `${verbs.map((verb) => t(`namedKeys.verb.${verb}`)).join(t('between'))} · ${origins.join(t('between')) || t('namedKeys.anyCaller')}`,
    lastUsedAt ? t('namedKeys.used', { calls, when: relativeTime(lastUsedAt) }) : t('namedKeys.unused'),
    ...(cap ? [t('caps.ofKey', { used: localNumber(capUsed), credits: cap.credits, per: t(`caps.${cap.per}`) })] : []),
  ];
  return (
    // The buttons stand below in half a page: beside them, each line of the key would break after two words.
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 2, justifyContent: 'space-between' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
          <Typography dir="auto" sx={{ fontWeight: 550 }}>
            {name}
          </Typography>
          <Typography variant="mono" color="textSecondary">
            …{ending}
          </Typography>
          <State row={row} />
        </Box>
        {lines.map((line) => (
          <Typography key={line} dir="auto" variant="body2" color="textSecondary">
            {line}
          </Typography>
        ))}
      </Box>
      <Writes>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
          <Button size="small" variant="outlined" color="inherit" aria-label={t('namedKeys.editNamed', { name })} onClick={onEdit}>
            {t('namedKeys.edit')}
          </Button>
          <PauseButton row={row} />
          {projectId !== null && verbs.some((verb) => verb !== 'read' && verb !== 'authenticate') && (
            <UndoButton projectId={projectId} of={{ key: id }} title={t('undoOf.title', { name })} />
          )}
          <Button size="small" variant="outlined" color="inherit" aria-label={t('namedKeys.removeNamed', { name })} onClick={onRemove}>
            {t('namedKeys.remove')}
          </Button>
        </Box>
      </Writes>
    </Box>
  );
}

/** Switches the key off and on again at once: a loop or a leak ends, and nothing else. */
function PauseButton({ row: { id, name, active } }: { row: ApiKey }) {
  const save = useChangeNamedKey();
  const toast = useToast();
  const press = () =>
    save.mutate(
      { id, change: { active: !active } },
      {
        onSuccess: (answer) => toast.success(answerOf('message.keyUpdated', answer)),
        onError: (error) => toast.error(messageOf(error), error),
      },
    );
  return (
    <SubmitButton
      type="button"
      size="small"
      variant="outlined"
      color="inherit"
      busy={save.isPending}
      aria-label={t(active ? 'namedKeys.pauseNamed' : 'namedKeys.resumeNamed', { name })}
      onClick={press}
    >
      {t(active ? 'namedKeys.pause' : 'namedKeys.resume')}
    </SubmitButton>
  );
}

function State({ row: { active, expiresAt } }: { row: ApiKey }) {
  const [now] = useState(serverNow);
  if (!active) return <Chip size="small" label={t('namedKeys.off')} />;
  if (!expiresAt) return null;
  const isOver = Date.parse(expiresAt) <= now;
  const day = dayText(expiresAt);
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isOver ? 'warning' : 'default'}
      label={isOver ? t('namedKeys.ended', { day }) : t('namedKeys.ends', { day })}
    />
  );
}
