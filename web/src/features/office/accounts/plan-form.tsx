import type { OfficeAccount, OfficePlan } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { dayText } from '../../../lib/time/days.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { sentences } from '../../../texts/sentences.ts';
import { useOfficeChange } from '../lists/use-office-change.ts';

type Which = 'paid' | 'given';

/** The question keeps the name of its plan, also when colleagues end it meanwhile. */
interface Asked {
  which: Which;
  name: string;
}

/** Shows the plan of an account and what it pays, and ends either. */
export function PlanForm({ account: { id, owner, subscription } }: { account: OfficeAccount }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const toast = useToast();
  const end = useOfficeChange((which: Which) => api.post(`/superadmin/tenants/${encodeURIComponent(id)}/end-plan`, { which }));
  const { product, isGift, paid } = subscription;
  const confirm = (which: Which) =>
    end.mutate(which, {
      onSuccess: () => {
        toast.success(t('office.planEnded', { name: owner.name }));
        setAsked(null);
      },
    });
  const leave = () => {
    end.reset();
    setAsked(null);
  };
  return (
    <Box component="section" aria-label={t('office.planAndMoney')} sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="h3">{t('office.planAndMoney')}</Typography>
      {linesOf(subscription).map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {paid && (
          <Button variant="outlined" color="error" onClick={() => setAsked({ which: 'paid', name: paid.name ?? '–' })}>
            {t('office.endPaid')}
          </Button>
        )}
        {isGift && (
          <Button variant="outlined" color="error" onClick={() => setAsked({ which: 'given', name: product ?? '–' })}>
            {t('office.endGiven')}
          </Button>
        )}
      </Box>
      {asked && (
        <ConfirmDialog
          open
          title={t(asked.which === 'paid' ? 'office.endPaid' : 'office.endGiven')}
          keep={t('office.keepPlan')}
          confirm={t(asked.which === 'paid' ? 'office.endPaid' : 'office.endGiven')}
          busy={end.isPending}
          error={end.isError ? messageOf(end.error) : null}
          refused={end.error}
          onKeep={leave}
          onConfirm={() => confirm(asked.which)}
        >
          {t(asked.which === 'paid' ? 'office.endPaidQuestion' : 'office.endGivenQuestion', { name: asked.name })}
        </ConfirmDialog>
      )}
    </Box>
  );
}

function linesOf({ product, isGift, paid }: OfficePlan): string[] {
  const gift = isGift && product ? [t('office.planGift', { name: product })] : [];
  if (!paid) return gift.length > 0 ? gift : [product ?? t('office.noPlan')];
  const { name, periodEnd, ends, isPaused, paymentIssueSince } = paid;
  const next = periodEnd ? t(ends ? 'office.planEnds' : 'office.planRenews', { date: dayText(periodEnd) }) : null;
  return [
    ...gift,
    sentences(
      t('office.planPaid', { name: name ?? '–' }),
      isPaused ? t('office.planPaused') : next,
      paymentIssueSince && t('office.planOverdue', { date: dayText(paymentIssueSince) }),
    ),
  ];
}
