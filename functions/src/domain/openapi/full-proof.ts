import type { Schema } from './schema.ts';

const text: Schema = { type: 'string' };

/** As WebAuthn has it: browsers read and write such JSON. */
export const credential: Schema = { type: 'object', properties: { id: text, response: { type: 'object' } } };

/** Members of a body that prove once more who calls: the present password, and an answer of the second factor of whoever has one. */
export const fullProof = {
  currentPassword: { type: 'string', writeOnly: true },
  challenge: text,
  code: text,
  passkey: credential,
} satisfies Record<string, Schema>;
