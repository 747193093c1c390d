import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';

interface SearchInputProps {
  value: string;
  onChange: (text: string) => void;
  /** The fields that it covers, for example 'Search by name or key'. */
  label: string;
}

/** The search of a list, above it. */
export function SearchInput({ value, onChange, label }: SearchInputProps) {
  return (
    <OutlinedInput
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={label}
      startAdornment={
        <InputAdornment position="start">
          <Search fontSize="small" />
        </InputAdornment>
      }
      slotProps={{ input: { 'aria-label': label, maxLength: 200 } }}
      sx={{ flex: { xs: '1 1 100%', sm: '0 1 320px' } }}
    />
  );
}
