export const recordQuestions = {
  'records.cellConflict': 'Somebody else has changed this value meanwhile. Theirs is stored; you can put yours in its place.',
  'records.theirs': 'Theirs, stored',
  'records.mine': 'Yours, not stored',
  'records.copyOf': 'Copy: {value}',
  'records.keepTheirs': 'Keep theirs',
  'records.useMine': 'Use mine',
  'records.deleteTitle': 'Delete Data?',
  'records.deleteText': 'Are you certain you want to delete this data?',
  'records.goneForGood': 'This storage has no soft delete. You can undo this for ten seconds; after that it cannot be brought back.',
  'records.followsRefuse': '{name} ({field}): what one of its records refers to is not deleted.',
  'records.followsClear': '{name} ({field}): references to what is deleted are emptied.',
  'records.followsCascade': '{name} ({field}): its records that refer to what is deleted are deleted as well.',
};
