import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '../../texts/index.ts';

interface YearPageProps {
  /** The present one; its page is shown first. */
  year: number;
  min?: number | undefined;
  max?: number | undefined;
  onChoose: (year: number) => void;
}

const yearsPerPage = 12;

/** Twelve years to choose from, with the pages before and after. */
export function YearPage({ year, min = 1900, max = 2099, onChoose }: YearPageProps) {
  const [first, setFirst] = useState(() => year - (year % yearsPerPage));
  const last = first + yearsPerPage - 1;
  return (
    <Box sx={{ width: 320, p: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 3 }}>
        <Typography variant="h3" component="div" sx={{ flex: 1 }} aria-live="polite">
          {t('date.years', { first, last })}
        </Typography>
        <IconButton size="small" title={t('date.earlierYears')} disabled={first <= min} onClick={() => setFirst(first - yearsPerPage)}>
          <ChevronLeft fontSize="small" />
        </IconButton>
        <IconButton size="small" title={t('date.laterYears')} disabled={last >= max} onClick={() => setFirst(first + yearsPerPage)}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </Box>
      <Box
        component="fieldset"
        aria-label={t('date.year')}
        sx={{ m: 0, p: 0, border: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }}
      >
        {Array.from({ length: yearsPerPage }, (_, at) => first + at).map((each) => (
          <Button
            key={each}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keyboard was in the calendar that this page replaces
            autoFocus={each === year}
            variant={each === year ? 'outlined' : 'text'}
            color="inherit"
            aria-pressed={each === year}
            disabled={each < min || each > max}
            onClick={() => onChoose(each)}
          >
            {each}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
