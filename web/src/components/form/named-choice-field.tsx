// oxlint-disable react/refs -- the functions of the hook hand refs on and read none of them while it is drawn
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { Theme } from '@mui/material/styles';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { Breakable } from '../../lib/breakable.tsx';
import { Field } from './field.tsx';

/** Something with an id, and the text that people know it by; '' where it has only its id. */
export interface NamedId {
  id: string;
  name: string;
  /** The address of a person, who shares the name with others. */
  mail?: string;
}

/** The search in the open list. */
interface Look {
  term: string;
  isOpen: boolean;
}

/** For the parent of a `NamedChoiceField`. */
export function useLook(): [look: Look, onLook: (part: Partial<Look>) => void] {
  const [look, setLook] = useState<Look>({ term: '', isOpen: false });
  return [look, (part) => setLook((before) => ({ ...before, ...part }))];
}

interface NamedChoiceFieldProps {
  label: string;
  placeholder: string;
  /** The choice; its id is '' for nothing. */
  chosen: NamedId;
  onId: (id: string) => void;
  /** Found by the term. */
  options: readonly NamedId[];
  /** Tells that another term is typed, or that the list is open or closed. */
  onLook: (part: Partial<Look>) => void;
  /** @returns the id that a text means which was typed and not chosen from the list; without it, the text is an id */
  meant?: ((text: string) => string | undefined) | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** Chooses by name out of what is found. An id may also be typed or pasted. */
export function NamedChoiceField({ chosen, onId, options, onLook, meant, required, disabled, ...field }: NamedChoiceFieldProps) {
  const inputId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const type = (text: string | null) => {
    setTyped(text);
    onLook({ term: (text ?? '').trim() });
  };
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    onLook({ isOpen: isNowOpen });
  };
  const choose = (next: string) => {
    type(null);
    if (next !== chosen.id) onId(next);
  };
  const box = useAutocomplete<NamedId, false, false, true>({
    id: inputId,
    freeSolo: true,
    options,
    filterOptions: (found) => found,
    getOptionLabel: (option) => (typeof option === 'string' ? option : option.name || option.id),
    isOptionEqualToValue: (option, value) => option === value,
    getOptionKey: (option) => (typeof option === 'string' ? option : option.id),
    value: null,
    inputValue: typed ?? (chosen.name === '' ? chosen.id : chosen.name),
    open: isOpen,
    onOpen: () => open(true),
    onClose: () => open(false),
    onInputChange: (_, text, reason) => {
      if (reason === 'input') type(text);
      if (reason === 'clear') choose('');
    },
    onChange: (event, option) => {
      const text = typeof option === 'string' ? option.trim() : '';
      if (isUnknown(text)) {
        event.preventDefault();
        event.stopPropagation();
      }
      choose(typeof option === 'string' ? idOf(text) : (option?.id ?? ''));
    },
    disabled: disabled ?? false,
  });
  const idOf = (text: string) => meant?.(text) ?? text;
  /** A text that is taken for an id. The Enter or the click that takes it saves nothing yet: the note below tells whether a record has that id. */
  const isUnknown = (text: string) =>
    text !== '' && text !== chosen.id && meant !== undefined && meant(text) === undefined && !options.some(({ id }) => id === text);
  const leave = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (typed === null) return;
    const text = typed.trim();
    if (isUnknown(text)) holdPress(target);
    choose(idOf(text));
  };
  return (
    <Box {...box.getRootProps()} ref={box.setAnchorEl}>
      <Field
        {...field}
        required={required ?? false}
        disabled={disabled ?? false}
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
                  {[option.name, option.mail ?? ''].filter(Boolean).map((words) => (
                    <Box component="span" key={words} dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                      <Breakable>{words}</Breakable>
                    </Box>
                  ))}
                  <Box component="span" sx={{ typography: 'mono', fontSize: '0.75rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
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

/** A click that leaves the field saves no form, which looks for an unread field; the next key or press does. */
function holdPress(input: HTMLInputElement | HTMLTextAreaElement): void {
  const page = input.ownerDocument;
  input.setCustomValidity(input.value);
  const next = new AbortController();
  for (const gesture of ['pointerdown', 'keydown'])
    page.addEventListener(
      gesture,
      () => {
        input.setCustomValidity('');
        next.abort();
      },
      { capture: true, signal: next.signal },
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
