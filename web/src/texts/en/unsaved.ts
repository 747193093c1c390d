export const unsaved = {
  'unsaved.title': 'Discard unsaved changes?',
  'unsaved.text': 'What you entered in “{form}” has not been saved.',
  'unsaved.keep': 'Keep editing',
  'unsaved.discard': 'Discard changes',
  'unsaved.saving': 'Still saving',
  'unsaved.unanswered': 'The server has not answered yet. What you entered may not be saved.',
  'unsaved.leave': 'Leave',
};
