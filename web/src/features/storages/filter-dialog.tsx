import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { DayRangeFields } from '../../components/form/day-range-fields.tsx';
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
      title={t('storageFilter.title')}
      isDirty={false} // each change shows at once in the list
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
            {t('storageFilter.apply')}
          </Button>
        </>
      }
    >
      <FormControlLabel
        sx={{ mx: -2 }}
        control={<Checkbox checked={filters.softDelete} onChange={(_, softDelete) => onChange({ softDelete })} />}
        label={t('storageFilter.softDelete')}
      />
      <DayRangeFields
        labels={{ from: t('storageFilter.from'), to: t('storageFilter.to') }}
        value={{ from: filters.dateFrom, to: filters.dateTo }}
        width="100%"
        onChange={({ from, to }) => onChange({ dateFrom: from, dateTo: to })}
      />
    </FormDialog>
  );
}
