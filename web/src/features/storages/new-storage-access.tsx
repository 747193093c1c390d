import type { EndUserAccess } from '@bedplate/contract';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/new-storage.ts';

type Rights = Pick<EndUserAccess, 'read' | 'write'>;

/** The rights of app users that most storages begin with. */
const choices = {
  keys: { read: 'none', write: 'none' },
  own: { read: 'own', write: 'own' },
  shared: { read: 'all', write: 'own' },
} as const satisfies Record<string, Rights>;

export type AccessChoice = keyof typeof choices;

export function rightsOf(choice: AccessChoice): Rights {
  return choices[choice];
}

/** Asks for the rights that a new storage begins with. */
export function NewStorageAccess({ chosen, onChoose }: { chosen: AccessChoice; onChoose: (choice: AccessChoice) => void }) {
  return (
    <ChoiceField
      label={t('newStorage.access')}
      value={chosen}
      options={(['keys', 'own', 'shared'] as const).map((choice) => ({ value: choice, text: t(`newStorage.${choice}`) }))}
      onChange={(choice) => onChoose(choice as AccessChoice)} // one of the options
      help={t('newStorage.accessHelp')}
    />
  );
}
