import type { AnyFields, Fields, Stored } from '../records.ts';
import type { CallOptions, Transport } from '../transport.ts';

/** What a storage with the key `users` holds; the password is never read back. */
export interface AppUser {
  username: string;
  email: string;
}

export interface SignUp {
  username: string;
  email: string;
  password: string;
}

export interface UsersResource<T> {
  /**
   * Adds a person; the password is kept as a hash only.
   * @throws {BedplateError} `already-exists` when the username or the e-mail is taken
   */
  signUp(user: SignUp & Partial<Fields<T>>, options?: CallOptions): Promise<Stored<AppUser & T>>;
  /**
   * Checks username and password.
   * @returns the person and an access token: a bearer for the data API and for LiveSync
   * @throws {BedplateError} `unauthenticated` for a wrong name or a wrong password alike
   */
  authenticate(username: string, password: string, options?: CallOptions): Promise<{ user: Stored<AppUser & T>; accessToken: string }>;
}

/** The people of an app, kept in a user storage. */
export function usersResource<T = AnyFields>(transport: Transport, storageId: string): UsersResource<T> {
  const path = `/users/${encodeURIComponent(storageId)}`;
  return {
    async signUp(user, options) {
      const answer = await transport.send<{ data: Stored<AppUser & T> }>({ method: 'POST', path, body: user, options });
      return answer.data;
    },
    async authenticate(username, password, options) {
      const answer = await transport.send<{ data: Stored<AppUser & T>; accessToken: string }>({
        method: 'POST',
        path: `${path}/authenticate`,
        body: { username, password },
        safe: true,
        options,
      });
      return { user: answer.data, accessToken: answer.accessToken };
    },
  };
}
