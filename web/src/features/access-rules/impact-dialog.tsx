import type { AccessImpact, FieldProblem, Grants, Moved } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { ApiError, inOurWords, messageOf } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { LiveNote, Remarks, ruleRemark } from './remarks.tsx';
import { ruleWords } from './rule-words.ts';

interface ImpactDialogProps {
  before: Grants;
  after: Grants;
  keyName: (id: string) => string | undefined;
  /** The effect of the change; null until it was tried. */
  impact: AccessImpact | null;
  error: unknown;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** Shows, before rules are saved, which sentences end and begin, and whom that takes or gives something. */
export function ImpactDialog({ before, after, keyName, impact, error, isSaving, onSave, onClose }: ImpactDialogProps) {
  const titleId = useId();
  const [old, next] = [before, after].map((rules) => rules.map((rule) => ruleWords(rule, keyName)));
  const ended = old?.filter((words) => !next?.includes(words)) ?? [];
  const begun = next?.filter((words) => !old?.includes(words)) ?? [];
  return (
    <Dialog open onClose={isSaving ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('accessRules.reviewTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Sentences title={t('accessRules.ended')} lines={ended} mark="−" />
        <Sentences title={t('accessRules.new')} lines={begun} mark="+" />
        {error !== null && <Failure error={error} />}
        {error === null && !impact && <LoadingBlock height={84} />}
        {impact && (
          <>
            <Effect impact={impact} />
            <LiveNote live={impact.live} />
            <Remarks remarks={impact.remarks} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus anyway; it belongs on the safe choice */}
        <Button variant="outlined" color="inherit" onClick={onClose} disabled={isSaving} autoFocus>
          {t('accessRules.reviewAgain')}
        </Button>
        <SubmitButton type="button" busy={isSaving} disabled={!impact} onClick={onSave}>
          {t('accessRules.save')}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}

function Sentences({ title, lines, mark }: { title: string; lines: readonly string[]; mark: string }) {
  if (lines.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {title}
      </Typography>
      {lines.map((line) => (
        <Typography key={line} sx={{ overflowWrap: 'anywhere' }}>
          {`${mark} ${line}`}
        </Typography>
      ))}
    </Box>
  );
}

function Effect({ impact: { lost, won, users, records, isWhole } }: { impact: AccessImpact }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {lost.records > 0 && <Alert severity="warning">{t(isWhole ? 'accessRules.losesCounted' : 'accessRules.loses', counted(lost))}</Alert>}
      {won.records > 0 && <Alert severity="info">{t(isWhole ? 'accessRules.winsCounted' : 'accessRules.wins', counted(won))}</Alert>}
      {lost.records + won.records === 0 && <Alert severity="success">{t('accessRules.movesNothing')}</Alert>}
      <Typography variant="body2" color="textSecondary">
        {isWhole ? t('accessRules.whole') : t('accessRules.sample', counted({ users, keys: 0, records }))}
      </Typography>
    </Box>
  );
}

function counted({ users, keys, records }: Moved) {
  const ofUsers = t('accessRules.users', { count: users });
  const ofKeys = t('accessRules.keys', { count: keys });
  return {
    whom: keys === 0 ? ofUsers : users === 0 ? ofKeys : t('accessRules.usersAndKeys', { users: ofUsers, keys: ofKeys }),
    users: ofUsers,
    records: t('accessRules.records', { count: records }),
  };
}

/** The server names each fault by its place: the rule's number says more than the place. */
function Failure({ error }: { error: unknown }) {
  const faults: readonly FieldProblem[] = error instanceof ApiError ? error.details.filter(({ field }) => field.startsWith('grants[')) : [];
  if (faults.length === 0) return <Refusal error={error}>{messageOf(error, t('accessRules.impactFailed'))}</Refusal>;
  return (
    <Refusal error={error}>
      {faults.map((fault) => (
        <div key={`${fault.field} ${fault.message}`}>{ruleRemark(fault, inOurWords(fault))}</div>
      ))}
    </Refusal>
  );
}
