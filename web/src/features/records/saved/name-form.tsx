import { limits } from '@bedplate/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LogLink } from '../../../components/form/log-link.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { useUnsaved } from '../../../lib/unsaved.ts';

interface NameFormProps {
  label: string;
  help?: string;
  button: string;
  first?: string;
  isBusy: boolean;
  problem: string;
  /** The refused call that `problem` tells of. */
  refused?: unknown;
  /** Rejects when the name is refused; the form then keeps it. */
  onName: (name: string) => Promise<void>;
}

/** A name and its button in one line. */
export function NameForm({ label, help, button, first = '', isBusy, problem, refused, onName }: NameFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(first);
  useUnsaved({ isUnsaved: () => !isBusy && name !== first, isUnderWay: () => isBusy && name !== first, name: label });
  useEffect(() => {
    if (!first) return;
    input.current?.focus(); // it takes the place of what was pressed
    input.current?.select();
  }, [first]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onName(name.trim()).then(
      () => setName(''),
      () => input.current?.focus(), // `problem` says why
    );
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', flex: 1, minWidth: 0 }}>
      <TextField
        inputRef={input}
        size="small"
        fullWidth
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem !== ''}
        helperText={
          problem ? (
            <>
              {problem} <LogLink error={refused} />
            </>
          ) : (
            help
          )
        }
        slotProps={{ htmlInput: { 'aria-label': label, placeholder: label, maxLength: limits.nameLength } }}
      />
      <SubmitButton busy={isBusy} disabled={name.trim() === ''} sx={{ flexShrink: 0 }}>
        {button}
      </SubmitButton>
    </Box>
  );
}
