/** A problem that the person at the keyboard can cure: shown as its message alone, without a stack. */
export class UserError extends Error {
  name = 'UserError';
}
