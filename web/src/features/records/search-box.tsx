import { limits, timings } from '@bedplate/contract';
import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { t } from '../../texts/index.ts';

/** Tells the search 300 ms after the last key. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text.trim(), timings.searchDebounce);
  const tell = useEffectEvent((search: string) => search !== value && onSearch(search));
  useEffect(() => void tell(settled), [settled]);
  return (
    <OutlinedInput
      type="search"
      placeholder={t('records.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      inputProps={{ 'aria-label': t('records.search'), maxLength: limits.searchLength }}
      startAdornment={
        <InputAdornment position="start">
          <Search sx={{ fontSize: 18, color: 'text.disabled' }} />
        </InputAdornment>
      }
      sx={{ width: { xs: '100%', sm: 260 } }}
    />
  );
}
