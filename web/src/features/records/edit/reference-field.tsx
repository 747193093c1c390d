// oxlint-disable react/refs -- the functions of the hook hand refs on and read none of them while it is drawn
import { timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { Theme } from '@mui/material/styles';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type ReactNode, useId, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import { type NamedId, useLookup, useRecordNamed } from '../queries/lookup-records.ts';
import type { StorageRef } from '../queries/record-queries.ts';

interface ReferenceFieldProps {
  label: string;
  /** The storage whose record is named. */
  storage: StorageRef;
  id: string;
  onId: (id: string) => void;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** Chooses a record of another storage, found by its texts or its id. An id may also be typed or pasted. */
export function ReferenceField({ label, storage, id, onId, required, disabled, help, error }: ReferenceFieldProps) {
  const inputId = useId();
  const chosen = useRecordNamed(storage, id);
  const [typed, setTyped] = useState<string | null>(null);
  const term = useDebounced((typed ?? '').trim(), timings.searchDebounce);
  const [isOpen, setOpen] = useState(false);
  const found = useLookup(storage, term, isOpen);
  const name = chosen.data?.name ?? '';
  const shown = typed ?? (name === '' ? id : name);
  const choose = (next: string) => {
    setTyped(null);
    if (next !== id) onId(next);
  };
  const box = useAutocomplete<NamedId, false, false, true>({
    id: inputId,
    freeSolo: true,
    options: found.data ?? [],
    filterOptions: (options) => options,
    getOptionLabel: (option) => (typeof option === 'string' ? option : option.name || option.id),
    isOptionEqualToValue: (option, value) => option === value,
    getOptionKey: (option) => (typeof option === 'string' ? option : option.id),
    value: null,
    inputValue: shown,
    open: isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onInputChange: (_, text, reason) => {
      if (reason === 'input') setTyped(text);
      if (reason === 'clear') choose('');
    },
    onChange: (_, option) => choose(typeof option === 'string' ? option.trim() : (option?.id ?? '')),
    disabled: disabled ?? false,
  });
  // A text that was typed and not chosen from the list is an id, or nothing.
  const leave = () => typed !== null && choose(typed.trim());
  return (
    <Box {...box.getRootProps()} ref={box.setAnchorEl}>
      <Field
        label={label}
        required={required ?? false}
        disabled={disabled ?? false}
        help={help ?? <Chosen id={id} name={name} isMissing={id !== '' && chosen.data === null} />}
        error={error}
        placeholder={t('reference.search')}
        onBlur={leave}
        id={inputId}
        inputProps={{ ...box.getInputProps(), autoCapitalize: 'none', spellCheck: false }}
      />
      {box.popupOpen && box.groupedOptions.length > 0 && (
        <Popper open anchorEl={box.anchorEl} placement="bottom-start" sx={{ zIndex: 1400, width: box.anchorEl?.clientWidth }}>
          <Paper component="ul" {...box.getListboxProps()} sx={listStyle}>
            {(box.groupedOptions as NamedId[]).map((option, index) => {
              const { key, ...props } = box.getOptionProps({ option, index });
              return (
                <Box component="li" key={key} {...props} sx={optionStyle}>
                  {option.name !== '' && (
                    <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                      {option.name}
                    </Box>
                  )}
                  <Box component="span" sx={{ typography: 'mono', fontSize: '0.75rem', color: 'text.secondary' }}>
                    {option.id}
                  </Box>
                </Box>
              );
            })}
          </Paper>
        </Popper>
      )}
    </Box>
  );
}

/** The id below a name, or the note that no record has it. */
function Chosen({ id, name, isMissing }: { id: string; name: string; isMissing: boolean }) {
  if (isMissing)
    return (
      <Box component="span" sx={{ color: 'warning.main' }}>
        {t('reference.missing')}
      </Box>
    );
  return name === '' ? null : (
    <Box component="span" sx={{ typography: 'mono', fontSize: '0.75rem' }}>
      {id}
    </Box>
  );
}

const listStyle = {
  m: 0,
  mt: 1,
  p: 1,
  maxHeight: 320,
  overflow: 'auto',
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'raised',
  boxShadow: (theme: Theme) => theme.vars?.palette.floating ?? 'none',
};

const optionStyle = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  px: 2,
  py: 1.5,
  borderRadius: '6px',
  cursor: 'pointer',
  '&.Mui-focused': { bgcolor: 'action.hover' },
};
