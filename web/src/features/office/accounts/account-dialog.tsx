import type { OfficeUser } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import CircularProgress from '@mui/material/CircularProgress';
import Divider from '@mui/material/Divider';
import { Refusal } from '../../../components/form/refusal.tsx';
import { mayLeave } from '../../../lib/leaving.ts';
import { t } from '../../../texts/index.ts';
import { LimitsForm } from './limits-form.tsx';
import { PlanForm } from './plan-form.tsx';
import { SuspensionForm } from './suspension-form.tsx';
import { useAccountOf } from './use-account-of.ts';
import { ViewForm } from './view-form.tsx';

/**
 * Staff's work on the account of a user: suspend it or end the suspension, end its plan, set its own
 * limits, view it.
 */
export function AccountDialog({ user, onClose }: { user: OfficeUser; onClose: () => void }) {
  const account = useAccountOf(user.tenantId ?? '');
  const close = async () => (await mayLeave()) && onClose();
  const title = t('office.accountOf', { name: account.data?.owner.name ?? user.name });
  return (
    <Dialog open onClose={() => void close()} fullWidth maxWidth="sm" aria-labelledby="account-dialog">
      <DialogTitle id="account-dialog">{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {account.isPending && <CircularProgress aria-label={t('loading')} sx={{ justifySelf: 'center' }} />}
        {account.isError && <Refusal error={account.error} />}
        {account.data && (
          <>
            <SuspensionForm account={account.data} />
            <Divider />
            <PlanForm account={account.data} />
            <Divider />
            <LimitsForm account={account.data} />
            <Divider />
            <ViewForm account={account.data} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
