import type { Json, SchemaField } from '@bedplate/contract';
import type { ReactNode } from 'react';
import { ChipField } from '../../../components/form/chip-field.tsx';
import { t } from '../../../texts/index.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { elementOf, fieldText, readFieldText } from '../schema/field-text.ts';
import { ReferenceField } from './reference-field.tsx';

interface ListFieldProps {
  label: string;
  field: SchemaField;
  /** JSON of a list. */
  text: string;
  onText: (text: string) => void;
  storage: StorageRef;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** The elements of a list as chips; records are chosen by their names. */
export function ListField({ label, field, text, onText, storage, required = false, disabled = false, help, error }: ListFieldProps) {
  const element = elementOf(field);
  const elements = elementsOf(text);
  const change = (texts: readonly string[]) => onText(texts.length === 0 && text === '' ? '' : JSON.stringify(texts.map(readAs(element))));
  return (
    <>
      <ChipField
        label={label}
        values={elements.map((value) => fieldText(value, element))}
        onChange={change}
        problemOf={(typed) => {
          const read = readFieldText(typed, element);
          return 'problem' in read ? read.problem : null;
        }}
        options={field.values ?? []}
        repeats
        required={required}
        disabled={disabled}
        {...(help === undefined ? {} : { help })}
        error={error}
      />
      {element.type === 'reference' && element.storage !== undefined && !disabled && (
        <ReferenceField
          label={t('value.addReference', { field: label })}
          storage={{ ...storage, storageId: element.storage }}
          id=""
          onId={(id) => id !== '' && change([...elements.map((value) => fieldText(value, element)), id])}
        />
      )}
    </>
  );
}

/** @returns the value that the text spells, or the text itself: the whole list is refused then */
function readAs(element: SchemaField): (text: string) => Json {
  return (text) => {
    const read = readFieldText(text, element);
    return 'value' in read ? read.value : text;
  };
}

function elementsOf(text: string): readonly Json[] {
  try {
    const list = JSON.parse(text === '' ? '[]' : text) as Json;
    return Array.isArray(list) ? list : [list];
  } catch {
    return [text]; // a text that was stored before the field became a list
  }
}
