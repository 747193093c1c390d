import { joined, plural } from '../lingui/catalogue.ts';

export const undo = {
  'undoOf.open': 'Undo …',
  'undoOf.title': 'Undo what {name} did',
  'undoOf.titleOfRow': 'Undo: {text}',
  'undoOf.failed': 'The changes could not be looked up.',
  'undoOf.none': 'There is nothing to take back. Only storages that keep a history know earlier values, for as long as their settings say.',
  'undoOf.about':
    'Each field goes back to what it was before, unless somebody else changed it since. Passwords do not come back. You can take the undo back as well.',
  'undoOf.records': plural('count', { one: '# record has changes', other: '# records have changes' }),
  'undoOf.recordsAtLeast': plural('count', { one: 'At least # record has changes', other: 'At least # records have changes' }),
  'undoOf.goBack': 'goes back: {fields}',
  'undoOf.goes': 'goes to the trash',
  'undoOf.comesBack': 'comes back',
  'undoOf.stays': 'stays as it is',
  'undoOf.kept': 'The record itself stays: somebody else changed it since.',
  'undoOf.kept.changed': '{field} stays: somebody else changed it since.',
  'undoOf.keptRefused': 'The record stays as it is.',
  'undoOf.keptUnknown': 'The record stays as it is: its earlier values are not known.',
  'undoOf.kept.file': '{field} stays: its earlier file is not there any more.',
  'undoOf.kept.password': '{field} stays: a password does not come back.',
  'undoOf.kept.unknown': '{field} stays: its earlier value is not known.',
  'undoOf.kept.trash': '{field} stays: the record is in the trash.',
  'undoOf.kept.refused': '{field} stays: its earlier value is refused today.',
  'undoOf.more': plural('count', { one: 'This is the first.', other: 'These are the first #.' }),
  'undoOf.act': 'Take back',
  'undoOf.running': joined(
    '{name}: ',
    plural('changed', { one: '# record changed so far.', other: '# records changed so far.' }),
    ' This goes on when you close the dialog.',
  ),
  'undoOf.done': joined(
    '{name}: ',
    plural('changed', { one: '# record is as it was before.', other: '# records are as they were before.' }),
  ),
  'undoOf.doneKept': plural('kept', { one: '# is left alone, at least in part.', other: '# are left alone, at least in part.' }),
  'undoOf.reverted': joined(
    '{name}: ',
    plural('changed', { one: '# record is as it was before the undo.', other: '# records are as they were before the undo.' }),
  ),
  'undoOf.revert': 'Take the undo back',
} as const;
