import type {
  AppUserIdentity as UserIdentity,
  AppUserInvitation as UserInvitation,
  AppUserSecondFactor as SecondFactor,
  AppUserSession as UserSession,
} from '@bedplate/contract/app-users';
import type { AnyFields, Fields, Stored } from '../records/records.ts';
import type { Call, CallOptions, Transport } from '../transport/transport.ts';
import { newVerifier } from './verifier.ts';

/** A person in a storage with the key `users`. The password is never returned. */
export interface AppUser {
  username: string;
  email: string;
}

export interface SignUp {
  username: string;
  email: string;
  password: string;
}

/** Somebody who signs up on a page: the storage says whether an e-mail address or a password is needed. */
export interface NewUser extends Pick<SignUp, 'username'> {
  email?: string | undefined;
  password?: string | undefined;
}

export interface SignedIn<T> {
  user: Stored<AppUser & T>;
  accessToken: string;
  /** How long the access token is valid, seconds. */
  expiresIn: number;
  refreshToken: string;
  /** Of a second factor that was set up with this sign-in. Show them: they are told once. */
  recoveryCodes?: string[];
}

/** A way of the second factor. */
export type FactorWay = SecondFactor['ways'][number];

/** An answer of the second factor: a code, or what a device has signed. The answer that asked for it has the `challenge`. */
export type FactorProof = { challenge?: string; code: string } | { challenge: string; passkey: unknown };

/**
 * Proves once more who calls, where a way in is made or taken away: the present password, which a
 * person who has none leaves out within ten minutes of the sign-in, and of whoever has a second
 * factor an answer of it.
 */
export type OwnProof = { currentPassword?: string } & Partial<FactorProof>;

/** The step before a person is signed in: a mail has been sent, whose code is asked for. */
export interface Challenge {
  challenge: string;
  /** In seconds. */
  expiresIn: number;
  message: string;
  /**
   * The second factor that is asked for: `totp` takes a code of the person's authenticator app;
   * `mail` and `passkey` are asked for by `askSecondFactor`. Each challenge of a second factor takes
   * a recovery code as well. Absent for the code of a first factor.
   */
  factor?: FactorWay | 'recovery';
  /** All ways in which the second factor is proved here, or set up. */
  factors?: FactorWay[];
  /** The question to a device that has a passkey, as `navigator.credentials.get` takes it. */
  passkey?: object;
  /** The question to a device that makes one, as `navigator.credentials.create` takes it. */
  newPasskey?: object;
  /** Of an authenticator app that is to be set up: the secret, and the address for a QR code. */
  setUp?: { secret: string; uri: string };
}

/** A session, or a challenge: `'challenge' in answer` shows which. */
export type SignInAnswer<T> = SignedIn<T> | Challenge;

export type { SecondFactor, UserIdentity, UserInvitation, UserSession };

/** A sign-in elsewhere that has begun. */
export interface ProviderStart {
  /** The provider's page, to which the browser goes. */
  url: string;
  /** Keep it in the tab, as in `sessionStorage`: only this page can end what it began. */
  verifier: string;
}

/** A page of what is kept of a person. */
export interface OwnExport<T = AnyFields> {
  /** On the first page. */
  user?: Stored<AppUser & T>;
  /** On the first page. */
  sessions?: UserSession[];
  records: { storageId: string; storageKey: string; record: Stored<AnyFields> }[];
  /** Storages whose list would cost too much. */
  leftOut: { storageId: string; code: string }[];
  nextCursor: string | null;
}

export interface UsersResource<T> {
  /**
   * Adds a person. Only a hash of the password is stored.
   * @throws {BedplateError} `already-exists` when the username or the e-mail is taken
   */
  signUp(user: SignUp & Partial<Fields<T>>, options?: CallOptions): Promise<Stored<AppUser & T>>;
  /**
   * Checks username and password.
   * @returns the person and an access token: a bearer for the data API and for LiveSync
   * @throws {BedplateError} `unauthenticated` for a wrong name and for a wrong password
   */
  authenticate(username: string, password: string, options?: CallOptions): Promise<SignedIn<T>>;
  /**
   * Signs a person up, and in. A page whose origin the storage names needs no key for this, nor for
   * the other calls of signing in; further fields are the app's own, but for those that are closed
   * to app users.
   * @throws {BedplateError} `already-exists` when the username or the e-mail is taken,
   * `permission-denied` where the storage does not let them sign up
   * @returns the session, or a challenge where the e-mail is to be proved first: because the storage
   * asks for it, or because there is no password
   */
  register(user: NewUser & Partial<Fields<T>>, options?: CallOptions): Promise<SignInAnswer<T>>;
  /**
   * Mails somebody an invitation, by your keys.
   * @param fields what the new person gets, also where people may not set it, such as a role
   * @throws {BedplateError} `already-exists` for the address of a person
   */
  invite(
    invited: { email: string; fields?: Partial<Fields<AppUser & T>>; validDays?: number },
    options?: CallOptions,
  ): Promise<UserInvitation>;
  /** Lists the invitations that nobody has accepted yet, by your keys. */
  invitations(options?: CallOptions): Promise<UserInvitation[]>;
  /** Takes an invitation back, by your keys. */
  revokeInvitation(id: string, options?: CallOptions): Promise<void>;
  /**
   * Signs a person up by an invitation, and in: `token` comes after `#invitation=` in the address of
   * your page, or is in the mail.
   * @throws {BedplateError} `unauthenticated` for one that was used, taken back or is too old
   */
  acceptInvitation(
    token: string,
    user: { username: string; password?: string } & Partial<Fields<T>>,
    options?: CallOptions,
  ): Promise<SignInAnswer<T>>;
  /**
   * Signs a person in by username or e-mail, and password. A page whose origin the storage names
   * needs no key.
   * @returns the session, or a challenge where the e-mail is to be proved first
   * @throws {BedplateError} `unauthenticated` for a wrong name and for a wrong password
   */
  signIn(who: ({ username: string } | { email: string }) & { password: string }, options?: CallOptions): Promise<SignInAnswer<T>>;
  /** Mails a code to the person with this e-mail. The answer is the same when there is no such person. */
  sendCode(email: string, options?: CallOptions): Promise<Challenge>;
  /**
   * Mails a link and a code. The link opens the storage's page for it, with the token after
   * `#sign-in=`: let the page show a button that calls `verify({ token })`, because programs look at
   * every link in a mail.
   */
  sendLink(email: string, options?: CallOptions): Promise<Challenge>;
  /**
   * Signs in by a mailed code, with the challenge that was answered before, or by the token of a
   * link, in whichever browser it was opened. A challenge with `factor` takes the code of the
   * person's authenticator app.
   * @returns the session, or a challenge where the second factor is still to come
   * @throws {BedplateError} `unauthenticated` for what is wrong, was used or is older than ten minutes
   */
  verify(
    proof: { challenge: string; code: string } | { challenge: string; passkey: unknown } | { token: string; verifier?: string },
    options?: CallOptions,
  ): Promise<SignInAnswer<T>>;
  /**
   * Chooses a way of the second factor at a sign-in: a mail with a code goes out, or the answer has
   * the question for a device. `createPasskeys(…).secondFactor` does all of it for passkeys.
   * @throws {BedplateError} `permission-denied` for a way that does not count, such as a mail after a
   * sign-in by mail
   */
  askSecondFactor(challenge: string, way: 'passkey' | 'mail', options?: CallOptions): Promise<Challenge>;
  /**
   * Begins a sign-in by a provider of the storage's settings, such as Google: keep `verifier` and go
   * to `url`. The person comes back to `returnTo`, with a token after `#sign-in=` that
   * `verify({ token, verifier })` takes within a minute, or with `#sign-in-error=denied` or `failed`.
   * @param returnTo a page that the storage names, to the letter
   * @throws {BedplateError} `permission-denied` for a provider that is not on
   */
  startProvider(provider: string, at: { returnTo: string }, options?: CallOptions): Promise<ProviderStart>;
  /** Makes a person without a name and signs them in: whoever loses the tokens loses the account. */
  signInAnonymously(options?: CallOptions): Promise<SignedIn<T>>;
  /**
   * Gives the anonymous person of the access token a name and a password. The id and all records
   * stay.
   * @throws {BedplateError} `conflict` for a person who has a name, `already-exists` for a taken one
   */
  becomeNamed(user: Omit<SignUp, 'email'> & { email?: string } & Partial<Fields<T>>, options?: CallOptions): Promise<SignInAnswer<T>>;
  /**
   * Gets new tokens for a refresh token, which works once. Simultaneous calls with the same token
   * get the same new one.
   * @throws {BedplateError} `unauthenticated` when the session has ended; the person has to sign in
   * again
   */
  refresh(refreshToken: string, options?: CallOptions): Promise<SignedIn<T>>;
  /** Ends the session of a refresh token. */
  logout(refreshToken: string, options?: CallOptions): Promise<void>;
  /**
   * Mails a code to the person with this e-mail or username. The answer is the same when there is
   * no such person.
   */
  forgotPassword(who: { email: string } | { username: string }, options?: CallOptions): Promise<void>;
  /**
   * Sets a password with the mailed code. All sessions end, and their access tokens with them.
   * @throws {BedplateError} `not-found` for a code that was used or has expired
   */
  resetPassword(token: string, password: string, options?: CallOptions): Promise<void>;
  /**
   * Gets the person whose access token the client has. This and the methods below are calls of
   * people: they take an access token, and no keys.
   * @throws {BedplateError} `unauthenticated` when the session has ended
   */
  me(options?: CallOptions): Promise<Stored<AppUser & T>>;
  /**
   * Changes the person's own fields, where the storage lets them write. A new e-mail takes the
   * present password as `currentPassword`.
   * @throws {BedplateError} `permission-denied` for a field that is closed to app users, such as
   * `role`
   */
  updateMe(changes: Partial<Fields<AppUser & T>> & { currentPassword?: string }, options?: CallOptions): Promise<Stored<AppUser & T>>;
  /**
   * Sets another password. Every session ends at once, and the person goes on with the new tokens.
   * @param proof the present password, with an answer of the second factor of whoever has one
   * @throws {BedplateError} `permission-denied` for a wrong present password
   */
  changePassword(proof: string | OwnProof, password: string, options?: CallOptions): Promise<SignedIn<T>>;
  /**
   * Begins a change of the person's e-mail: the new address gets a code, the present one is told.
   * The present password is left out by a person who has none and signed in within ten minutes.
   * @throws {BedplateError} `permission-denied` without that proof
   */
  changeEmail(change: { email: string } & OwnProof, options?: CallOptions): Promise<Challenge>;
  /** Ends it with the code. An address that was proved before gets a way back for seven days. */
  verifyEmail(proof: { challenge: string; code: string }, options?: CallOptions): Promise<Stored<AppUser & T>>;
  /**
   * Brings the earlier address back by the code that it was mailed. Every session ends, and the
   * password goes: let the person set another one by `forgotPassword`. It needs no access token.
   * @throws {BedplateError} `not-found` for a code that was used or is older than seven days
   */
  undoEmail(token: string, options?: CallOptions): Promise<void>;
  /**
   * Takes along what is kept of the person: on the first page their record and sessions, on each up to
   * a hundred of the records that they own.
   * @param cursor `nextCursor` of the page before, which is null on the last one
   */
  exportMe(cursor?: string, options?: CallOptions): Promise<OwnExport<T>>;
  /**
   * Deletes the person's own account. Every session ends at once, and for thirty days a mailed code
   * brings it back.
   * @returns the time from which it is gone
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes
   */
  deleteMe(proof?: OwnProof, options?: CallOptions): Promise<{ goesAt: string }>;
  /**
   * Brings a deleted person back by the mailed code. It needs no access token.
   * @throws {BedplateError} `not-found` for a code that was used, or after thirty days
   */
  undoDelete(token: string, options?: CallOptions): Promise<void>;
  /** Lists the accounts elsewhere by which the person signs in. */
  identities(options?: CallOptions): Promise<UserIdentity[]>;
  /**
   * Begins to link an account elsewhere, as `startProvider` begins a sign-in; `finishLink` ends it.
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes
   */
  startLink(provider: string, at: { returnTo: string } & OwnProof, options?: CallOptions): Promise<ProviderStart>;
  /** @throws {BedplateError} `conflict` when the account elsewhere signs another person in */
  finishLink(proof: { token: string; verifier: string }, options?: CallOptions): Promise<UserIdentity[]>;
  /** Takes an account elsewhere away. @throws {BedplateError} `conflict` for the last way in */
  unlink(id: string, proof?: OwnProof, options?: CallOptions): Promise<void>;
  /** Tells whether the person has a second factor, and how many recovery codes are left. */
  secondFactor(options?: CallOptions): Promise<SecondFactor>;
  /**
   * Begins to set up a way of the second factor. An authenticator app, unless `way` says another one:
   * show `setUp.uri` as a QR code, or `setUp.secret`, and send the app's first code with
   * `verifySecondFactor`. For `mail` that is the code of a mail, for `passkey` what the device answers.
   * A further way takes an answer of the factor that is there.
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes; `conflict` for a person who has this way
   */
  setUpSecondFactor(proof?: OwnProof & { way?: FactorWay }, options?: CallOptions): Promise<Challenge>;
  /** Turns the second factor on. @returns the recovery codes, which are told once: with the first way */
  verifySecondFactor(
    proof: { challenge: string; code: string } | { challenge: string; passkey: unknown },
    options?: CallOptions,
  ): Promise<string[]>;
  /** Asks for the second factor of a person who changes it, by a mail or a passkey. */
  proveSecondFactor(way: 'passkey' | 'mail', options?: CallOptions): Promise<Challenge>;
  /** Gets other recovery codes in place of all earlier ones. */
  renewRecoveryCodes(proof: FactorProof & { currentPassword?: string }, options?: CallOptions): Promise<string[]>;
  /** Turns the second factor off, or one way of it, by one of its answers or a recovery code. */
  removeSecondFactor(proof: FactorProof & { currentPassword?: string; way?: FactorWay }, options?: CallOptions): Promise<void>;
  /**
   * Turns a person's second factor off, by your keys: for somebody who has lost the authenticator
   * app and the recovery codes.
   */
  endSecondFactor(userId: string, options?: CallOptions): Promise<void>;
  /** Lists the places where the person is signed in, the last used first. */
  sessions(options?: CallOptions): Promise<UserSession[]>;
  /**
   * Ends a session. Its access tokens end within half a minute, its LiveSync listeners as soon as
   * they are notified of the next change.
   * @throws {BedplateError} `not-found` for one that has ended
   */
  endSession(id: string, options?: CallOptions): Promise<void>;
  /** Ends all sessions. @param others true keeps the one that asks */
  endSessions(others?: { others: boolean }, options?: CallOptions): Promise<void>;
}

export type Answered<T> = { data: Stored<AppUser & T> } & Omit<SignedIn<T>, 'user'>;

/** The people of an app, who are records of a user storage. */
export function usersResource<T = AnyFields>(transport: Transport, storageId: string): UsersResource<T> {
  const path = `/users/${encodeURIComponent(storageId)}`;
  const post = <R>(call: string, body: object, { safe = false, options }: { safe?: boolean; options?: CallOptions | undefined }) =>
    transport.send<R>({ method: 'POST', path: `${path}${call}`, body, safe, options });
  const own = <R>(call: Call) => transport.send<R>({ ...call, path: `${path}${call.path}` });
  const signedIn = async (answer: Promise<Answered<T>>): Promise<SignedIn<T>> => sessionOf(await answer);
  const either = async (answer: Promise<Answered<T> | Challenge>): Promise<SignInAnswer<T>> => {
    const given = await answer;
    return 'challenge' in given ? challengeOf(given) : signedIn(Promise.resolve(given));
  };
  const begin = async (call: string, body: object, options: CallOptions | undefined): Promise<ProviderStart> => {
    const { verifier, codeChallenge } = await newVerifier();
    const { url } = await post<{ url: string }>(call, { ...body, codeChallenge }, once(options));
    return { url, verifier };
  };
  return {
    signUp: async (user, options) => (await post<{ data: Stored<AppUser & T> }>('', user, { options })).data,
    authenticate: (username, password, options) => signedIn(post('/authenticate', { username, password }, { safe: true, options })),
    // No answer is kept: whoever sent the same key would get the tokens. A mail is not sent twice.
    register: (user, options) => either(post('/sign-up', user, once(options))),
    invite: async (invited, options) => (await post<{ data: UserInvitation }>('/invitations', invited, once(options))).data,
    invitations: async (options) => (await own<{ data: UserInvitation[] }>({ method: 'GET', path: '/invitations', options })).data,
    revokeInvitation: (id, options) => done(own({ method: 'DELETE', path: `/invitations/${encodeURIComponent(id)}`, safe: true, options })),
    acceptInvitation: (token, user, options) => either(post('/sign-up/invitation', { ...user, token }, once(options))),
    signIn: (who, options) => either(post('/sign-in/password', who, once(options))),
    sendCode: (email, options) => post<Challenge>('/sign-in/code', { email }, once(options)).then(challengeOf),
    sendLink: (email, options) => post<Challenge>('/sign-in/link', { email }, once(options)).then(challengeOf),
    verify: (proof, options) => either(post('/sign-in/verify', proof, once(options))),
    askSecondFactor: (challenge, way, options) =>
      post<Challenge>('/sign-in/second-factor', { challenge, way }, once(options)).then(challengeOf),
    startProvider: (provider, at, options) => begin('/sign-in/provider', { provider, ...at }, options),
    signInAnonymously: (options) => signedIn(post('/sign-in/anonymous', {}, once(options))),
    becomeNamed: (user, options) => either(post('/me/sign-up', user, once(options))),
    // The previous token stays valid for some seconds, so that a lost answer can be asked for
    // again.
    refresh: (refreshToken, options) => signedIn(post('/refresh', { refreshToken }, { safe: true, options })),
    logout: (refreshToken, options) => done(post('/logout', { refreshToken }, { safe: true, options })),
    // Neither call is repeated: the first would send another mail, the second would find its code
    // used.
    forgotPassword: (who, options) => done(post('/forgot-password', who, { options: { ...options, idempotencyKey: false } })),
    resetPassword: (token, password, options) =>
      done(post('/reset-password', { token, password }, { options: { ...options, idempotencyKey: false } })),
    me: async (options) => (await own<{ data: Stored<AppUser & T> }>({ method: 'GET', path: '/me', options })).data,
    updateMe: async (changes, options) =>
      (await own<{ data: Stored<AppUser & T> }>({ method: 'PATCH', path: '/me', body: changes, options })).data,
    // A second call would find another present password.
    changePassword: (proof, password, options) => {
      const proved = typeof proof === 'string' ? { currentPassword: proof } : proof;
      return signedIn(post('/change-password', { ...proved, password }, once(options)));
    },
    changeEmail: (change, options) => post<Challenge>('/me/email', change, once(options)).then(challengeOf),
    verifyEmail: async (proof, options) => (await post<{ data: Stored<AppUser & T> }>('/me/email/verify', proof, once(options))).data,
    undoEmail: (token, options) => done(post('/undo-email', { token }, once(options))),
    deleteMe: async (proof = {}, options) => {
      const { goesAt } = await post<{ goesAt: string }>('/me/delete', proof, once(options));
      return { goesAt };
    },
    exportMe: async (cursor, options) => {
      const at = cursor ? { query: `cursor=${encodeURIComponent(cursor)}` } : {};
      const { success: _, ...page } = await own<OwnExport<T> & { success: true }>({ method: 'GET', path: '/me/export', ...at, options });
      return page;
    },
    undoDelete: (token, options) => done(post('/undo-delete', { token }, once(options))),
    identities: async (options) => (await own<{ data: UserIdentity[] }>({ method: 'GET', path: '/me/identities', options })).data,
    startLink: (provider, at, options) => begin('/me/identities', { provider, ...at }, options),
    finishLink: async (proof, options) => (await post<{ data: UserIdentity[] }>('/me/identities/verify', proof, once(options))).data,
    unlink: (id, proof = {}, options) => done(post(`/me/identities/${encodeURIComponent(id)}/remove`, proof, once(options))),
    secondFactor: async (options) => (await own<{ data: SecondFactor }>({ method: 'GET', path: '/me/second-factor', options })).data,
    setUpSecondFactor: (proof = {}, options) => post<Challenge>('/me/second-factor', proof, once(options)).then(challengeOf),
    verifySecondFactor: (proof, options) => post<Codes>('/me/second-factor/verify', proof, once(options)).then(codesOf),
    proveSecondFactor: (way, options) => post<Challenge>('/me/second-factor/ask', { way }, once(options)).then(challengeOf),
    renewRecoveryCodes: (proof, options) => post<Codes>('/me/second-factor/recovery-codes', proof, once(options)).then(codesOf),
    removeSecondFactor: (proof, options) => done(post('/me/second-factor/remove', proof, once(options))),
    endSecondFactor: (id, options) =>
      done(own({ method: 'DELETE', path: `/second-factor/${encodeURIComponent(id)}`, safe: true, options })),
    sessions: async (options) => (await own<{ data: UserSession[] }>({ method: 'GET', path: '/sessions', options })).data,
    endSession: (id, options) => done(own({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}`, safe: true, options })),
    endSessions: ({ others } = { others: false }, options) =>
      done(own({ method: 'DELETE', path: '/sessions', ...(others ? { query: 'others=true' } : {}), safe: true, options })),
  };
}

/** @returns the session of an answer */
export function sessionOf<T>({ data: user, accessToken, expiresIn, refreshToken, recoveryCodes }: Answered<T>): SignedIn<T> {
  return { user, accessToken, expiresIn, refreshToken, ...(recoveryCodes ? { recoveryCodes } : {}) };
}

/** A call that is sent once. */
export function once(options: CallOptions | undefined) {
  return { options: { ...options, idempotencyKey: false as const } };
}

const challengeParts = ['challenge', 'expiresIn', 'message', 'factor', 'factors', 'setUp', 'passkey', 'newPasskey'] as const;

function challengeOf(answer: Challenge): Challenge {
  return Object.fromEntries(challengeParts.flatMap((part) => (part in answer ? [[part, answer[part]]] : []))) as unknown as Challenge; // its parts
}

interface Codes {
  recoveryCodes: string[];
}

function codesOf({ recoveryCodes }: Codes): string[] {
  return recoveryCodes;
}

async function done(answer: Promise<unknown>): Promise<void> {
  await answer;
}
