import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { endOfDay, startOfDay } from 'date-fns';
import { DateField } from '../../components/form/date-field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { t } from '../../texts/index.ts';
import type { StorageFilters } from './storage-queries.ts';

interface FilterDialogProps {
  filters: StorageFilters;
  /** Each change applies at once; the list follows after its pause. */
  onChange: (part: Partial<StorageFilters>) => void;
  onCancel: () => void;
  onApply: () => void;
}

/**
 * Cancel clears the filters, Apply keeps them: what they do to the list is visible behind the
 * dialog all along.
 */
export function FilterDialog({ filters, onChange, onCancel, onApply }: FilterDialogProps) {
  return (
    <FormDialog
      title={t('filter.title')}
      onClose={onApply}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('filter.apply')}
          </Button>
        </>
      }
    >
      <FormControlLabel
        sx={{ mx: -2 }}
        control={<Checkbox checked={filters.softDelete} onChange={(_, softDelete) => onChange({ softDelete })} />}
        label={t('filter.softDelete')}
      />
      <DateField
        label={t('filter.from')}
        value={filters.dateFrom}
        max={filters.dateTo}
        onChange={(day) => onChange({ dateFrom: day && startOfDay(day) })}
      />
      <DateField
        label={t('filter.to')}
        value={filters.dateTo}
        min={filters.dateFrom}
        onChange={(day) => onChange({ dateTo: day && endOfDay(day) })}
      />
    </FormDialog>
  );
}
