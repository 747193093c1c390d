import type { AnyFields, Fields, Stored } from '../records/records.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

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

export interface SignedIn<T> {
  user: Stored<AppUser & T>;
  accessToken: string;
  /** How long the access token is valid, seconds. */
  expiresIn: number;
  refreshToken: string;
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
   * Sets a password with the mailed code. All sessions end; access tokens last until their hour is
   * over.
   * @throws {BedplateError} `not-found` for a code that was used or has expired
   */
  resetPassword(token: string, password: string, options?: CallOptions): Promise<void>;
}

/** The people of an app, who are records of a user storage. */
export function usersResource<T = AnyFields>(transport: Transport, storageId: string): UsersResource<T> {
  const path = `/users/${encodeURIComponent(storageId)}`;
  const post = <R>(call: string, body: object, { safe = false, options }: { safe?: boolean; options?: CallOptions | undefined }) =>
    transport.send<R>({ method: 'POST', path: `${path}${call}`, body, safe, options });
  const signedIn = async (answer: Promise<{ data: Stored<AppUser & T> } & Omit<SignedIn<T>, 'user'>>): Promise<SignedIn<T>> => {
    const { data: user, accessToken, expiresIn, refreshToken } = await answer;
    return { user, accessToken, expiresIn, refreshToken };
  };
  return {
    signUp: async (user, options) => (await post<{ data: Stored<AppUser & T> }>('', user, { options })).data,
    authenticate: (username, password, options) => signedIn(post('/authenticate', { username, password }, { safe: true, options })),
    // The previous token stays valid for some seconds, so that a lost answer can be asked for
    // again.
    refresh: (refreshToken, options) => signedIn(post('/refresh', { refreshToken }, { safe: true, options })),
    logout: (refreshToken, options) => done(post('/logout', { refreshToken }, { safe: true, options })),
    // Neither call is repeated: the first would send another mail, the second would find its code
    // used.
    forgotPassword: (who, options) => done(post('/forgot-password', who, { options: { ...options, idempotencyKey: false } })),
    resetPassword: (token, password, options) =>
      done(post('/reset-password', { token, password }, { options: { ...options, idempotencyKey: false } })),
  };
}

async function done(answer: Promise<unknown>): Promise<void> {
  await answer;
}
