import type { Plan } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import { dollars } from './money.ts';

interface PlanChoiceProps {
  plans: readonly Plan[];
  chosen: string;
  onChoose: (id: string) => void;
}

export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  return (
    <RadioGroup aria-label={t('billing.plans')} value={chosen} onChange={(_, id) => onChoose(id)} sx={{ gap: 2 }}>
      {plans.map((plan) => (
        <FormControlLabel
          key={plan.id}
          value={plan.id}
          control={<Radio />}
          sx={{ m: 0, p: 3, gap: 2, border: 1, borderRadius: 1, borderColor: plan.id === chosen ? 'primary.main' : 'divider' }}
          label={<PlanLine plan={plan} />}
        />
      ))}
    </RadioGroup>
  );
}

function PlanLine({ plan: { name, price, interval, usageLimit } }: { plan: Plan }) {
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('billing.planLine', {
          price: dollars(price),
          interval: t(`billing.interval.${interval ?? 'month'}`),
          calls: usageLimit.toLocaleString('en-US'),
        })}
      </Typography>
    </Box>
  );
}
