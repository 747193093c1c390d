import { LiveSyncRequest, limits, secondFactorWays } from '@bedplate/contract';
import { z } from 'zod';
import { BatchInput } from '../records/write/batch-input.ts';
import { credential, fullProof } from './full-proof.ts';
import { type ByUser, inPath, operation, type Parameter, type PathItem, query, ref, success, withKeys } from './operation.ts';
import type { Schema } from './schema.ts';
import { teamPaths } from './team-paths.ts';

const text: Schema = { type: 'string' };
const done = success({ message: text });

/** Paths that are the same in every project. */
export function fixedPaths(): Record<string, PathItem> {
  return {
    '/health': {
      get: operation({
        id: 'health',
        summary: 'That the API is up',
        tag: 'General',
        answers: { 200: success({ status: { const: 'ok' } }) },
        isPublic: true,
      }),
    },
    '/openapi.json': {
      get: {
        ...operation({
          id: 'openapi',
          summary: 'This description; with key headers, of the storages of the project',
          tag: 'General',
          answers: { 200: { type: 'object' } },
        }),
        security: [{}, ...withKeys],
      },
    },
    '/types.d.ts': {
      get: operation({
        id: 'types',
        summary: 'TypeScript declarations of the records of the project, for the client',
        tag: 'General',
        answers: { 200: { media: { 'text/plain': text } } },
      }),
    },
    '/batch': {
      post: operation({
        id: 'batch',
        summary: `Up to ${limits.batchWrites} writes over the storages of a project, all or none`,
        tag: 'General',
        body: { 'application/json': jsonSchema(BatchInput) },
        answers: { 200: success({ message: text, data: { type: 'array', items: ref('WriteResult') } }) },
        isWrite: true,
        forUsers: true,
      }),
    },
    '/hooks/{token}': {
      post: operation({
        id: 'hook',
        summary: `A record, or up to ${limits.bulkRecords}, by the address of an inbound webhook`,
        tag: 'General',
        parameters: [inPath('token')],
        body: { 'application/json': { anyOf: [ref('Fields'), { type: 'array', items: ref('Fields'), maxItems: limits.bulkRecords }] } },
        answers: { 201: success({ message: text, data: { type: 'object', properties: { ids: { type: 'array', items: text } } } }) },
        isWrite: true,
        isPublic: true,
      }),
    },
    '/livesync/token': {
      post: operation({
        id: 'liveSyncToken',
        summary: 'What an app needs to follow storages live',
        tag: 'General',
        body: { 'application/json': jsonSchema(LiveSyncRequest) },
        answers: {
          200: success({
            token: text,
            expiresAt: text,
            storages: { type: 'array', items: { type: 'object' } },
            firebase: { type: 'object' },
          }),
        },
        forUsers: true,
      }),
    },
  };
}

interface Posted {
  readonly properties: Record<string, Schema>;
  readonly required: string[];
  readonly answer: Schema;
}

/** Calls of app users; `base` is "/users/{storageId}" or that of one storage. */
export function userPaths(
  base: string,
  { parameters, id, tag }: { parameters: readonly Parameter[]; id: string; tag: string },
): Record<string, PathItem> {
  const post = (name: string, summary: string, { properties, required, answer }: Posted): PathItem => ({
    post: operation({
      id: `${id}${name}`,
      summary,
      tag,
      parameters,
      body: { 'application/json': { type: 'object', properties, required } },
      answers: { 200: answer },
    }),
  });
  const byUser: ByUser = (name, summary, { answer, ...more }) =>
    operation({ id: `${id}${name}`, summary, tag, parameters, answers: { 200: answer }, forUsers: true, ...more });
  const me = success({ data: ref('Record') });
  const password: Schema = { type: 'string', minLength: 1, maxLength: limits.passwordMax, writeOnly: true };
  const refreshToken = { refreshToken: text };
  return {
    [`${base}/authenticate`]: post('Authenticate', 'Sign a user in', {
      properties: { username: text, password },
      required: ['username', 'password'],
      answer: ref('SignedIn'),
    }),
    [`${base}/invitations`]: {
      get: operation({
        id: `${id}Invitations`,
        summary: 'The open invitations, by the account’s key pair',
        tag,
        parameters,
        answers: { 200: success({ data: { type: 'array', items: invitation } }) },
      }),
      post: operation({
        id: `${id}Invite`,
        summary: 'Mail somebody an invitation, by the account’s key pair',
        tag,
        parameters,
        body: {
          'application/json': {
            type: 'object',
            properties: { email: text, fields: { type: 'object' }, validDays: { type: 'integer', minimum: 1, maximum: 30 } },
            required: ['email'],
          },
        },
        answers: { 201: success({ data: invitation }) },
      }),
    },
    [`${base}/invitations/{invitationId}`]: {
      delete: operation({
        id: `${id}RevokeInvitation`,
        summary: 'Take an invitation back, by the account’s key pair',
        tag,
        parameters: [...parameters, inPath('invitationId')],
        answers: { 200: done },
      }),
    },
    [`${base}/sign-up/invitation`]: {
      post: operation({
        id: `${id}AcceptInvitation`,
        summary: 'Sign up by an invitation, and in; pages that the storage names need no key',
        tag,
        parameters,
        body: {
          'application/json': {
            type: 'object',
            required: ['token', 'username'],
            properties: { token: text, username: text, password: text },
            additionalProperties: true,
          },
        },
        answers: { 201: ref('SignedIn'), 200: ref('Challenge') },
      }),
    },
    [`${base}/import-hashes`]: post('ImportHashes', 'Make users with the password hashes of another system', {
      properties: {
        users: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'object', required: ['username', 'passwordHash'] } },
      },
      required: ['users'],
      answer: success({
        made: { type: 'integer' },
        data: { type: 'array', items: { type: 'object', properties: { id: text, error: text } } },
      }),
    }),
    [`${base}/refresh`]: post('Refresh', 'New tokens for a refresh token, which works once', {
      properties: refreshToken,
      required: ['refreshToken'],
      answer: ref('SignedIn'),
    }),
    [`${base}/logout`]: post('Logout', 'End a session', { properties: refreshToken, required: ['refreshToken'], answer: done }),
    [`${base}/forgot-password`]: post('ForgotPassword', 'Mail a code to the user with this email or username', {
      properties: { email: text, username: text },
      required: [],
      answer: done,
    }),
    [`${base}/reset-password`]: post('ResetPassword', 'Set a password with the code of a mail', {
      properties: { token: text, password },
      required: ['token', 'password'],
      answer: done,
    }),
    [`${base}/sign-up`]: {
      post: operation({
        id: `${id}Register`,
        summary: 'Sign a user up, and in; pages that the storage names need no key',
        tag,
        parameters,
        body: { 'application/json': { ...newUser, required: ['username'] } },
        answers: { 200: ref('Challenge'), 201: ref('SignedIn') },
      }),
    },
    [`${base}/sign-in/code`]: post('SendCode', 'Mail a code to the user with this email', {
      properties: { email: text },
      required: ['email'],
      answer: ref('Challenge'),
    }),
    [`${base}/sign-in/link`]: post('SendLink', 'Mail a link and a code to the user with this email', {
      properties: { email: text },
      required: ['email'],
      answer: ref('Challenge'),
    }),
    [`${base}/sign-in/verify`]: post('Verify', 'Sign in by a challenge and its code, or by the token of a link', {
      properties: { challenge: text, code: text, token: text, verifier: text, passkey: credential },
      required: [],
      answer: { anyOf: [ref('SignedIn'), ref('Challenge')] },
    }),
    [`${base}/sign-in/second-factor`]: post('AskSecondFactor', 'Choose a way of the second factor: mail a code, or ask a device', {
      properties: { challenge: text, way: { enum: ['passkey', 'mail'] } },
      required: ['challenge', 'way'],
      answer: ref('Challenge'),
    }),
    [`${base}/sign-in/provider`]: post('StartProvider', 'Begin a sign-in by a provider of the storage: the address of its page', {
      properties: { provider: text, returnTo: text, codeChallenge: text },
      required: ['provider', 'returnTo', 'codeChallenge'],
      answer: success({ url: text }),
    }),
    [`${base}/sign-in/passkey`]: post('StartPasskey', 'Begin a sign-in by passkey: what the browser asks the device for', {
      properties: {},
      required: [],
      answer: startedPasskey,
    }),
    [`${base}/sign-in/anonymous`]: post('SignInAnonymously', 'Make a user without a name, and sign it in', {
      properties: {},
      required: [],
      answer: ref('SignedIn'),
    }),
    [`${base}/me/sign-up`]: {
      post: byUser('BecomeNamed', 'Give an anonymous user a name and a password', {
        answer: { anyOf: [ref('SignedIn'), ref('Challenge')] },
        body: { 'application/json': newUser },
      }),
    },
    [`${base}/sign-in/password`]: post('SignIn', 'Sign a user in by username or email; pages that the storage names need no key', {
      properties: { username: text, email: text, password },
      required: ['password'],
      answer: { anyOf: [ref('SignedIn'), ref('Challenge')] },
    }),
    [`${base}/me`]: {
      get: byUser('Me', 'The user of the access token', { answer: me }),
      patch: byUser('UpdateMe', 'Change the user’s own fields', { answer: me, body: { 'application/json': ref('Change') }, isWrite: true }),
    },
    [`${base}/me/export`]: {
      get: byUser('ExportMe', 'What is kept of the user, page by page: record and sessions, then every own record', {
        answer: ownExport,
        parameters: [...parameters, query('cursor', text, 'nextCursor of the page before.')],
      }),
    },
    [`${base}/me/delete`]: {
      post: byUser('DeleteMe', 'Delete the user’s own account; a mailed code brings it back for thirty days', {
        answer: success({ goesAt: text }),
        body: { 'application/json': { type: 'object', properties: fullProof } },
      }),
    },
    [`${base}/undo-delete`]: post('UndoDelete', 'Bring a deleted user back by the code of its mail', {
      properties: { token: text },
      required: ['token'],
      answer: done,
    }),
    [`${base}/me/email`]: {
      post: byUser('ChangeEmail', 'Mail a code to the user’s new address', {
        answer: ref('Challenge'),
        body: { 'application/json': { type: 'object', properties: { email: text, ...fullProof }, required: ['email'] } },
      }),
    },
    [`${base}/me/email/verify`]: {
      post: byUser('VerifyEmail', 'Use the new address, by its code', {
        answer: me,
        body: { 'application/json': { type: 'object', properties: { challenge: text, code: text }, required: ['challenge', 'code'] } },
      }),
    },
    ...secondFactorPaths(base, { byUser, parameters, id, tag }),
    ...identityPaths(base, { byUser, parameters }),
    ...passkeyPaths(base, { byUser, parameters }),
    ...teamPaths(base, { byUser, parameters }),
    [`${base}/undo-email`]: post('UndoEmail', 'Bring the earlier address back by the code of its mail', {
      properties: { token: text },
      required: ['token'],
      answer: done,
    }),
    [`${base}/sessions`]: {
      get: byUser('Sessions', 'Where the user is signed in', { answer: success({ data: { type: 'array', items: ref('Session') } }) }),
      delete: byUser('EndSessions', 'End all sessions of the user, or all others', {
        answer: done,
        parameters: [...parameters, query('others', { type: 'boolean' })],
      }),
    },
    [`${base}/sessions/{sessionId}`]: {
      delete: byUser('EndSession', 'End one session of the user', { answer: done, parameters: [...parameters, inPath('sessionId')] }),
    },
    [`${base}/change-password`]: {
      post: byUser('ChangePassword', 'Set another password; every session ends, and the answer begins a new one', {
        answer: ref('SignedIn'),
        body: {
          'application/json': {
            type: 'object',
            properties: { ...fullProof, password },
            required: ['currentPassword', 'password'],
          },
        },
      }),
    },
  };
}

const invitation: Schema = {
  type: 'object',
  properties: {
    id: text,
    email: text,
    fields: { type: 'object' },
    createdAt: { type: 'string', format: 'date-time' },
    expiresAt: { type: 'string', format: 'date-time' },
  },
};

const ownExport: Schema = success({
  user: { type: 'object' },
  sessions: { type: 'array', items: ref('Session') },
  records: {
    type: 'array',
    items: { type: 'object', properties: { storageId: text, storageKey: text, record: { type: 'object' } } },
  },
  leftOut: { type: 'array', items: { type: 'object', properties: { storageId: text, code: text } } },
  nextCursor: { type: ['string', 'null'] },
});

function identityPaths(
  base: string,
  { byUser, parameters }: { byUser: ByUser; parameters: readonly Parameter[] },
): Record<string, PathItem> {
  const start = { provider: text, returnTo: text, codeChallenge: text };
  const required = Object.keys(start);
  const identity: Schema = {
    type: 'object',
    properties: { id: text, provider: text, email: { type: ['string', 'null'] }, linkedAt: { type: 'string', format: 'date-time' } },
  };
  const all = success({ data: { type: 'array', items: identity } });
  const body = (properties: Record<string, Schema>, needed: string[] = []) => ({
    body: { 'application/json': { type: 'object', properties, required: needed } },
  });
  return {
    [`${base}/me/identities`]: {
      get: byUser('Identities', 'The accounts elsewhere by which the user signs in', { answer: all }),
      post: byUser('StartLink', 'Begin to link an account elsewhere', {
        answer: success({ url: text }),
        ...body({ ...start, ...fullProof }, required),
      }),
    },
    [`${base}/me/identities/verify`]: {
      post: byUser('FinishLink', 'Link it', { answer: all, ...body({ token: text, verifier: text }, ['token', 'verifier']) }),
    },
    [`${base}/me/identities/{identityId}/remove`]: {
      post: byUser('Unlink', 'Take an account elsewhere away', {
        answer: done,
        ...body(fullProof),
        parameters: [...parameters, inPath('identityId')],
      }),
    },
  };
}

const startedPasskey: Schema = success({ challenge: text, expiresIn: { type: 'integer' }, passkey: { type: 'object' } });

function passkeyPaths(
  base: string,
  { byUser, parameters }: { byUser: ByUser; parameters: readonly Parameter[] },
): Record<string, PathItem> {
  const time: Schema = { type: 'string', format: 'date-time' };
  const passkey: Schema = {
    type: 'object',
    properties: { id: text, name: text, domain: text, isSynced: { type: 'boolean' }, createdAt: time, lastUsedAt: time },
  };
  const body = (properties: Record<string, Schema>, required: string[] = []) => ({
    body: { 'application/json': { type: 'object', properties, required } },
  });
  const one = { parameters: [...parameters, inPath('passkeyId')] };
  return {
    [`${base}/me/passkeys`]: {
      get: byUser('Passkeys', 'The passkeys by which the user signs in', { answer: success({ data: { type: 'array', items: passkey } }) }),
      post: byUser('StartNewPasskey', 'Begin to make a passkey', { answer: startedPasskey, ...body(fullProof) }),
    },
    [`${base}/me/passkeys/verify`]: {
      post: byUser('FinishNewPasskey', 'Keep the passkey that the device has made', {
        answer: success({ data: passkey }),
        ...body({ challenge: text, passkey: credential, name: text }, ['challenge', 'passkey']),
      }),
    },
    [`${base}/me/passkeys/{passkeyId}/rename`]: {
      post: byUser('RenamePasskey', 'Give a passkey another name', {
        answer: success({ data: passkey }),
        ...body({ name: text }, ['name']),
        ...one,
      }),
    },
    [`${base}/me/passkeys/{passkeyId}/remove`]: {
      post: byUser('RemovePasskey', 'Take a passkey away', { answer: done, ...body(fullProof), ...one }),
    },
  };
}

function secondFactorPaths(
  base: string,
  { byUser, parameters, id, tag }: { byUser: ByUser; parameters: readonly Parameter[]; id: string; tag: string },
): Record<string, PathItem> {
  const body = (properties: Record<string, Schema>, required: string[] = []) => ({
    body: { 'application/json': { type: 'object', properties, required } },
  });
  const codes = success({ recoveryCodes: { type: 'array', items: text } });
  const way: Schema = { enum: [...secondFactorWays] };
  const { currentPassword: _, ...answer } = fullProof;
  const state = success({
    data: {
      type: 'object',
      properties: { isOn: { type: 'boolean' }, ways: { type: 'array', items: way }, recoveryCodes: { type: 'integer' } },
    },
  });
  return {
    [`${base}/me/second-factor`]: {
      get: byUser('SecondFactor', 'Whether the user has a second factor', { answer: state }),
      post: byUser(
        'SetUpSecondFactor',
        'Begin to set up a way of the second factor: the secret of an authenticator app, unless `way` says another one',
        { answer: ref('Challenge'), ...body({ ...fullProof, way }) },
      ),
    },
    [`${base}/me/second-factor/ask`]: {
      post: byUser('ProveSecondFactor', 'Ask for the second factor before it is changed', {
        answer: ref('Challenge'),
        ...body({ way: { enum: ['passkey', 'mail'] } }, ['way']),
      }),
    },
    [`${base}/me/second-factor/verify`]: {
      post: byUser('VerifySecondFactor', 'Turn a way of the second factor on by its first answer; the recovery codes are shown once', {
        answer: codes,
        ...body(answer, ['challenge']),
      }),
    },
    [`${base}/me/second-factor/recovery-codes`]: {
      post: byUser('RenewRecoveryCodes', 'Other recovery codes', { answer: codes, ...body(fullProof) }),
    },
    [`${base}/me/second-factor/remove`]: {
      post: byUser('RemoveSecondFactor', 'Turn the second factor off, or one way of it', { answer: done, ...body({ ...fullProof, way }) }),
    },
    [`${base}/second-factor/{recordId}`]: {
      delete: operation({
        id: `${id}EndSecondFactor`,
        summary: 'Turn a user’s second factor off, by the account’s key pair',
        tag,
        parameters: [...parameters, inPath('recordId')],
        answers: { 200: done },
      }),
    },
  };
}

const newUser: Schema = {
  type: 'object',
  required: ['username', 'password'],
  properties: { username: text, email: text, password: text },
  additionalProperties: true,
};

/** The general description has the sign-up at a path of its own. */
export function signUpPath(): Record<string, PathItem> {
  return {
    '/users/{storageId}': {
      post: operation({
        id: 'userSignUp',
        summary: 'Sign a user up',
        tag: 'App users',
        parameters: [inPath('storageId')],
        body: { 'application/json': newUser },
        answers: { 201: success({ message: text, data: ref('Record') }) },
        isWrite: true,
      }),
    },
  };
}

function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
