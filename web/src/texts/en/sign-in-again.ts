export const signInAgain = {
  'again.title': 'Your session has ended',
  'again.text': 'What you typed is still here. Log in again to go on where you were.',
  'again.leave': 'Discard what I typed',
};
