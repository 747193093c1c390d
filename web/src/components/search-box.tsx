import { limits, timings } from '@bedplate/contract';
import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';

interface SearchBoxProps {
  value: string;
  /** Called with the trimmed text once typing has paused. */
  onSearch: (text: string) => void;
  label: string;
  /** Pixels, from tablets on. */
  width: number;
  /** Pixels that are left to it where things beside it need the room. */
  least?: number;
}

export function SearchBox({ value, onSearch, label, width, least = width }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text.trim(), timings.searchDebounce);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== settled) setText(value); // not from here: a link to another search was followed
  }
  const tell = useEffectEvent((search: string) => search !== value && onSearch(search));
  useEffect(() => void tell(settled), [settled]);
  return (
    <OutlinedInput
      type="search"
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      inputProps={{ 'aria-label': label, maxLength: limits.searchLength }}
      startAdornment={
        <InputAdornment position="start">
          <Search sx={{ fontSize: 18, color: 'text.disabled' }} />
        </InputAdornment>
      }
      sx={{ width: { xs: '100%', sm: width }, flex: { sm: `1 1 ${least}px` }, maxWidth: { sm: width } }}
    />
  );
}
