import type { SessionRow } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { pageLoad } from '../../lib/browser.ts';
import { deviceOf } from '../../lib/device-name.ts';
import { leaveSession } from '../../lib/session/session.ts';
import { localDateTime } from '../../lib/time.ts';
import { useToast } from '../../lib/toast.ts';
import { askNoMore } from '../../lib/leaving.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';

const sessionsKey = ['sessions'] as const;

/** Where the person is logged in; one session can be ended, or all. */
export function SessionsPanel() {
  const client = useQueryClient();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.get<{ data: SessionRow[] }>('/users/sessions', { signal }),
    select: (answer) => answer.data,
  });
  const end = useMutation({
    mutationFn: (id: string) => api.delete<Answer>(`/users/sessions/${encodeURIComponent(id)}`),
    onSuccess: (answer) => {
      list.current?.focus(); // the button that had the focus goes
      toast.success(answerOf('message.sessionClosed', answer));
    },
    onError: (error) => toast.error(messageOf(error), error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  return (
    <Panel title={t('sessions.title')} about={t('sessions.about')} action={<LogOutEverywhere />}>
      <Loaded from={sessions} waiting={<LoadingBlock height={120} />} failed={t('sessions.failed')}>
        {(rows) => (
          <Box
            component="ul"
            ref={list}
            tabIndex={-1}
            aria-label={t('sessions.title')}
            sx={{ outline: 'none', listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 3 }}
          >
            {rows.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                disabled={end.isPending}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </Box>
        )}
      </Loaded>
    </Panel>
  );
}

interface SessionItemProps {
  session: SessionRow;
  /** This one is being ended. */
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}

function SessionItem({ session, busy, disabled, onEnd }: SessionItemProps) {
  const device = deviceOf(session.userAgent) ?? t('sessions.unknownDevice');
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 3, justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550 }}>{device}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('sessions.started', { time: localDateTime(session.createdAt), ip: addressOf(session.ip) })}
        </Typography>
      </Box>
      {session.current ? (
        <Chip size="small" color="success" variant="outlined" label={t('sessions.current')} />
      ) : (
        <SubmitButton
          type="button"
          size="small"
          variant="outlined"
          color="inherit"
          busy={busy}
          disabled={disabled}
          aria-label={t('sessions.endNamed', { device })}
          onClick={onEnd}
          sx={{ flexShrink: 0 }}
        >
          {t('sessions.end')}
        </SubmitButton>
      )}
    </Box>
  );
}

/** The server sends 'unknown' when no proxy gives the address. */
function addressOf(ip: string): string {
  return ip === 'unknown' ? t('sessions.unknownAddress') : ip;
}

function LogOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => api.delete('/users/sessions'),
    onSuccess: () => {
      askNoMore();
      leaveSession();
      pageLoad.open(paths.login());
    },
  });
  const keep = () => {
    setAsking(false);
    leave.reset();
  };
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={() => setAsking(true)} sx={{ flexShrink: 0 }}>
        {t('sessions.everywhere')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('sessions.everywhereTitle')}
        keep={t('sessions.keep')}
        confirm={t('sessions.everywhere')}
        busy={leave.isPending}
        error={leave.error && messageOf(leave.error)}
        refused={leave.error}
        onKeep={keep}
        onConfirm={() => leave.mutate()}
      >
        {t('sessions.everywhereText')}
      </ConfirmDialog>
    </>
  );
}
