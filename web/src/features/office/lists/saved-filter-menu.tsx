import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Field } from '../../../components/form/field.tsx';
import { t } from '../../../texts/index.ts';
import { useSavedFilters } from './saved-filters.ts';

/** Where a page begins is no part of a filter. */
const places = /^(.+-)?(page|after|message)$/;

/**
 * Filters of this page by name: saving the present one, applying and removing those that were
 * saved.
 */
export function SavedFilterMenu() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { filters, save, remove } = useSavedFilters(pathname);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [name, setName] = useState('');
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([key]) => !places.test(key))).toString();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || query === '') return;
    save({ name: name.trim(), query });
    setName('');
    setAnchor(null);
  };
  const apply = (filter: string) => {
    setAnchor(null);
    void navigate(`${pathname}?${filter}`);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<BookmarkBorder />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('office.filters')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('office.filters'), sx: { p: 4, width: 320, maxWidth: '100%' } } }}
      >
        {filters.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('office.noFilters')}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {filters.map((filter) => (
            <Box component="li" key={filter.name} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Button
                color="inherit"
                onClick={() => apply(filter.query)}
                sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', overflowWrap: 'anywhere', textAlign: 'left' }}
              >
                {filter.name}
              </Button>
              <IconButton size="small" aria-label={t('office.removeFilter', { name: filter.name })} onClick={() => remove(filter.name)}>
                <Delete sx={{ fontSize: 18 }} />
              </IconButton>
            </Box>
          ))}
        </Box>
        <Box component="form" onSubmit={submit} sx={{ mt: 3, display: 'flex', gap: 2, alignItems: 'flex-end' }}>
          <Field
            label={t('office.filterName')}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            inputProps={{ maxLength: 60 }}
            help={query === '' ? t('office.nothingFiltered') : undefined}
          />
          <Button type="submit" variant="contained" disabled={name.trim() === '' || query === ''} sx={{ mb: query === '' ? '23px' : 0 }}>
            {t('office.save')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}
