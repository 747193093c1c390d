import { Maintenance, type PlatformSettings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { unreadField } from '../../../components/form/unread-field.ts';
import { Panel } from '../../../components/panel.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { localDateTime } from '../../../lib/time.ts';
import { ChangeBar } from './change-bar.tsx';
import { MaintenanceForm, type MaintenanceErrors } from './maintenance-form.tsx';
import { DemoPanel } from './demo-panel.tsx';
import { differencesOf, draftOver, type PlatformDraft } from './platform-draft.ts';
import { readPlatformSettings } from './platform-queries.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { SwitchList } from './switch-list.tsx';

const blank: Maintenance = { message: '', startsAt: null, endsAt: null, readOnly: false };

/** Switches and maintenance, changed here first and for everybody only after a review. */
export function PlatformSettingsForm({ settings }: { settings: PlatformSettings }) {
  const [stored, setStored] = useState(settings);
  const [draft, setDraft] = useState<PlatformDraft>(settings);
  const [errors, setErrors] = useState<MaintenanceErrors>({});
  const [reviewing, setReviewing] = useState(false);
  const [reason, setReason] = useState('');
  const times = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const { maintenance } = draft;
  useUnsaved({ isUnsaved: () => differencesOf(stored, draft).length > 0 });

  const begin = (next: PlatformSettings) => {
    setStored(next);
    setDraft(next);
    setErrors({});
    setReviewing(false);
  };
  const review = () => {
    const checked = maintenance && Maintenance.safeParse(maintenance);
    setErrors(checked?.error ? Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[0], message])) : {});
    if (!checked?.error && !(times.current && unreadField(times.current))) setReviewing(true);
  };
  /** Settings that were changed elsewhere come in, and what is changed here stays beside them. */
  const follow = (now: PlatformSettings) => {
    begin(now);
    setDraft(draftOver(now, { draft, before: stored }));
  };
  const lookAgain = (given: string) => {
    setReason(given);
    return readPlatformSettings().then(follow, (error: unknown) => toast.error(messageOf(error, t('operations.failed')), error));
  };

  return (
    <>
      <Panel
        title={t('operations.maintenance')}
        about={t('operations.maintenanceAbout')}
        action={
          <Button
            variant="outlined"
            color="inherit"
            sx={{ flex: 'none' }}
            onClick={() => setDraft({ ...draft, maintenance: maintenance ? null : (stored.maintenance ?? blank) })}
          >
            {t(maintenance ? 'operations.takeBack' : 'operations.announce')}
          </Button>
        }
      >
        {maintenance && (
          <Box ref={times}>
            <MaintenanceForm maintenance={maintenance} errors={errors} onChange={(next) => setDraft({ ...draft, maintenance: next })} />
          </Box>
        )}
      </Panel>
      <Panel title={t('operations.switches')} about={t('operations.switchesAbout')}>
        <SwitchList
          stored={stored.switches}
          wanted={draft.switches}
          onTurn={(name, isOn) => setDraft({ ...draft, switches: { ...draft.switches, [name]: isOn } })}
        />
      </Panel>
      <DemoPanel demo={stored.demo} onSaved={follow} />
      <Typography variant="body2" color="textSecondary">
        {stored.updatedBy && stored.updatedAt
          ? t('operations.changedBy', { name: stored.updatedBy.name, time: localDateTime(stored.updatedAt) })
          : t('operations.never')}
      </Typography>
      <ChangeBar count={differencesOf(stored, draft).length} onDiscard={() => begin(stored)} onReview={review} />
      {reviewing && (
        <ReviewDialog
          stored={stored}
          wanted={draft}
          onClose={() => setReviewing(false)}
          reason={reason}
          onSaved={(next) => {
            setReason('');
            begin(next);
          }}
          onLookAgain={(given) => void lookAgain(given)}
        />
      )}
    </>
  );
}
