import { timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { NamedChoiceField, useLook } from '../../../components/form/named-choice-field.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import { useLookup, useRecordNamed } from '../queries/lookup-records.ts';
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
export function ReferenceField({ storage, id, help, ...field }: ReferenceFieldProps) {
  const chosen = useRecordNamed(storage, id);
  const [look, onLook] = useLook();
  const found = useLookup(storage, useDebounced(look.term, timings.searchDebounce), look.isOpen);
  const name = chosen.data?.name ?? '';
  return (
    <NamedChoiceField
      {...field}
      chosen={{ id, name }}
      options={found.data ?? []}
      onLook={onLook}
      placeholder={t('reference.search')}
      help={help ?? <Chosen id={id} name={name} isMissing={id !== '' && chosen.data === null} />}
    />
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
