import { timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { NamedChoiceField, useLook } from '../../../components/form/named-choice-field.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import { meantBy, useLookup, useRecordNamed } from '../queries/lookup-records.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';

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
  placeholder?: string;
  /** The note on an id that no record has. */
  missing?: string;
}

/** Chooses a record of another storage, found by its texts or its id. An id may also be typed or pasted. */
export function ReferenceField({
  storage,
  id,
  help,
  placeholder = t('reference.search'),
  missing = t('reference.missing'),
  ...field
}: ReferenceFieldProps) {
  const chosen = useRecordNamed(storage, id);
  const [look, onLook] = useLook();
  const term = useDebounced(look.term, timings.searchDebounce);
  const found = useLookup(storage, term, look.isOpen);
  // The whole name of a record found; other texts are ids.
  const isAnswered = (text: string) => term === text && !found.isPlaceholderData;
  const meant = (text: string) => (text === '' ? undefined : meantBy(text, found.data ?? [], isAnswered(text))?.id);
  const name = chosen.data?.name ?? '';
  return (
    <NamedChoiceField
      {...field}
      chosen={{ id, name }}
      options={found.data ?? []}
      onLook={onLook}
      meant={meant}
      placeholder={placeholder}
      help={help ?? <Chosen id={id} name={name} missing={id !== '' && chosen.data === null ? missing : null} />}
    />
  );
}

/** The id below a name, or the note that no record has it. */
function Chosen({ id, name, missing }: { id: string; name: string; missing: string | null }) {
  if (missing !== null)
    return (
      <Box component="span" sx={{ color: 'warning.main' }}>
        {missing}
      </Box>
    );
  return name === '' ? null : (
    <Box component="span" sx={{ typography: 'mono', fontSize: '0.75rem' }}>
      {id}
    </Box>
  );
}
