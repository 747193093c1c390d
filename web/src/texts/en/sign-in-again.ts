export const signInAgain = {
  'again.title': 'Your session has ended',
  'again.text': 'What you typed is still here. Log in again to go on where you were.',
  'again.leave': 'Discard what I typed',
  'again.pageLost': 'Your rights have changed: the page that was open here is no longer yours.',
};
