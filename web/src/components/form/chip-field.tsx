import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '../../lib/composing.ts';
import { t } from '../../texts/index.ts';
import '../../texts/fields.ts';
import { Field } from './field.tsx';

interface ChipFieldProps {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** @returns why a typed text is not taken, null when it is */
  problemOf?: (text: string) => string | null;
  /** Texts to choose from while typing. */
  options?: readonly string[];
  /** The same text may be there twice. */
  repeats?: boolean;
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  error?: string | undefined;
}

/** A labelled list of short texts. Enter adds what is typed, and so does leaving the field; several lines may be pasted. */
export function ChipField({
  label,
  values,
  onChange,
  problemOf = () => null,
  options = [],
  repeats = false,
  required = false,
  disabled = false,
  help = t('chips.help'),
  error,
}: ChipFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The form would go without what is not taken.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  const add = (texts: readonly string[]): void => {
    const given = texts.map((text) => text.trim()).filter(Boolean);
    const wrong = given.filter((text) => problemOf(text) !== null);
    const taken = given.filter((text) => problemOf(text) === null);
    setProblem(wrong[0] === undefined ? null : problemOf(wrong[0]));
    setTyped(wrong.join(' '));
    if (taken.length > 0) onChange(repeats ? [...values, ...taken] : [...new Set([...values, ...taken])]);
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      event.stopPropagation(); // it would send the form
      add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text/plain').split(/[\r\n\t]+/);
    if (lines.length < 2) return;
    event.preventDefault();
    add([typed + (lines[0] ?? ''), ...lines.slice(1)]);
  };
  return (
    <>
      <Field
        ref={input}
        label={label}
        required={required}
        disabled={disabled}
        help={help}
        error={problem ?? error}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKey}
        onPaste={onPaste}
        onBlur={() => add([typed])}
        startAdornment={values.length > 0 && <Chips label={label} values={values} disabled={disabled} onChange={onChange} />}
        inputProps={{ autoComplete: 'off', spellCheck: false, list: options.length > 0 ? listId : undefined }}
        sx={{ flexWrap: 'wrap', px: 1.5, '& input': { flex: '1 1 80px', width: 'auto', minWidth: 80, px: 1.5 } }}
      />
      <datalist id={listId}>
        {options
          .filter((option) => !values.includes(option))
          .map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
      </datalist>
    </>
  );
}

function Chips({ label, values, disabled, onChange }: Pick<ChipFieldProps, 'label' | 'values' | 'onChange'> & { disabled: boolean }) {
  return (
    <Box component="ul" aria-label={label} sx={{ display: 'contents', listStyle: 'none' }}>
      {values.map((value, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text may be there twice, and none keeps a state
        <Box component="li" key={`${at} ${value}`} sx={chipStyle}>
          <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
          <IconButton
            size="small"
            disabled={disabled}
            aria-label={t('chips.remove', { value })}
            onClick={() => onChange(values.filter((_, other) => other !== at))}
            sx={{ p: 0.25 }}
          >
            <Close sx={{ fontSize: 14 }} />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}

const chipStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  maxWidth: '100%',
  minWidth: 0,
  my: 0.75,
  mr: 1,
  pl: 2,
  pr: 0.5,
  minHeight: 24,
  borderRadius: '6px',
  bgcolor: 'action.selected',
  typography: 'body2',
};
