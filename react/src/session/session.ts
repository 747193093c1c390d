import {
  type AppUser,
  BedplateError,
  createClient,
  type SignedIn,
  type SignInAnswer,
  type Stored,
  type UsersResource,
} from '@bedplate/client';
import { stopwatch } from './stopwatch.ts';

export interface SessionOptions {
  endpoint: string;
  projectId: string;
  /** The users storage, which names the page's origin as one that may sign people in. */
  usersStorageId: string;
  /** Keeps the refresh token; `localStorage` by default, and nothing where there is none. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  fetch?: typeof globalThis.fetch;
}

export interface SessionState {
  /** Undefined while the session of an earlier visit is asked for, null for nobody. */
  user: Stored<AppUser> | null | undefined;
}

export interface Session extends Pick<UsersResource<object>, 'signIn' | 'register' | 'verify' | 'signInAnonymously'> {
  readonly state: SessionState;
  /** For `createClient({ token })` and `liveSync({ getToken })`. @throws {BedplateError} `unauthenticated` while nobody is signed in */
  token: () => Promise<string>;
  signOut: () => Promise<void>;
  /** @returns how to end it */
  onState: (listener: () => void) => () => void;
  /** Tells when another person is signed in, or nobody. @returns how to end it */
  onPerson: (listener: () => void) => () => void;
}

/** Seconds before its end from which an access token is not used any more. */
const margin = 30;

/** Milliseconds before an earlier session is asked for again where no answer came; twice as long each time, up to half a minute. */
const firstPause = 1000;
const longestPause = 30_000;

/**
 * Keeps an app user signed in: makes one per app, outside of components.
 * @example
 * export const session = createSession({ endpoint, projectId, usersStorageId });
 * export const bedplate = createClient({ endpoint, projectId, token: session.token });
 */
export function createSession(options: SessionOptions): Session {
  return new KeptSession(options);
}

class KeptSession implements Session {
  state: SessionState = { user: undefined };
  private readonly users: UsersResource<object>;
  private readonly storage: SessionOptions['storage'];
  private readonly key: string;
  private readonly stateListeners = new Set<() => void>();
  private readonly personListeners = new Set<() => void>();
  private access: { token: string; lasts: number; age: () => number } | undefined;
  private refreshToken: string | null = null;
  private refreshing: Promise<string> | undefined;
  private isBeginning = false;

  constructor({ usersStorageId, storage, ...client }: SessionOptions) {
    this.users = createClient(client).users(usersStorageId);
    this.storage = storage ?? (typeof localStorage === 'undefined' ? undefined : localStorage);
    this.key = `bedplate:${client.projectId}:${usersStorageId}`;
    if (typeof addEventListener === 'function') addEventListener('storage', this.heard);
  }

  signIn: Session['signIn'] = async (...given) => this.entered(await this.users.signIn(...given));
  register: Session['register'] = async (...given) => this.entered(await this.users.register(...given));
  verify: Session['verify'] = async (...given) => this.entered(await this.users.verify(...given));
  signInAnonymously: Session['signInAnonymously'] = async (...given) => this.keep(await this.users.signInAnonymously(...given));

  signOut = async (): Promise<void> => {
    const token = this.kept();
    this.leave();
    if (token) await this.users.logout(token);
  };

  token = async (): Promise<string> => {
    if (this.access && this.access.age() < this.access.lasts) return this.access.token;
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  };

  onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    if (this.state.user === undefined && !this.isBeginning) void this.begin();
    return () => this.stateListeners.delete(listener);
  };

  onPerson = (listener: () => void): (() => void) => {
    this.personListeners.add(listener);
    return () => this.personListeners.delete(listener);
  };

  /** Another tab has signed somebody out or in; a newer token of the person who is here is read when it is needed. */
  private heard = ({ key, storageArea }: StorageEvent): void => {
    if (storageArea !== this.storage || (key !== null && key !== this.key)) return;
    if (!this.kept()) this.leave();
    else if (this.state.user === null) void this.token().catch(() => {}); // the state goes on saying that nobody is signed in
  };

  /** Asks for the session of an earlier visit until it is known whether there is one: a page that waits for it makes no call meanwhile. */
  private async begin(): Promise<void> {
    this.isBeginning = true;
    for (let pause = firstPause; this.state.user === undefined && this.stateListeners.size > 0; pause = Math.min(2 * pause, longestPause)) {
      await this.token().catch(() => {}); // the state tells of it
      if (this.state.user === undefined) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.isBeginning = false;
  }

  private entered<A extends SignInAnswer<object>>(answer: A): A {
    if (!('challenge' in answer)) this.keep(answer);
    return answer;
  }

  private keep<A extends SignedIn<object>>(signedIn: A): A {
    this.access = { token: signedIn.accessToken, lasts: (signedIn.expiresIn - margin) * 1000, age: stopwatch() };
    this.refreshToken = signedIn.refreshToken;
    this.storage?.setItem(this.key, signedIn.refreshToken);
    this.show(signedIn.user);
    return signedIn;
  }

  private async refresh(): Promise<string> {
    const token = this.kept();
    try {
      if (!token) throw nobody();
      const signedIn = await this.users.refresh(token);
      const now = this.kept();
      if (now === token || now === signedIn.refreshToken) return this.keep(signedIn).accessToken;
      if (now && this.access) return this.access.token; // somebody has signed in meanwhile
      throw nobody();
    } catch (error) {
      if (!(error instanceof BedplateError && error.code === 'unauthenticated')) throw error;
      const now = this.kept();
      if (now && now !== token) return this.refresh(); // another tab was first
      this.leave();
      throw error;
    }
  }

  /** Another tab may have got a newer one. */
  private kept(): string | null {
    return this.storage ? this.storage.getItem(this.key) : this.refreshToken;
  }

  private leave(): void {
    this.access = undefined;
    this.refreshToken = null;
    this.storage?.removeItem(this.key);
    this.show(null);
  }

  private show(user: Stored<AppUser> | null): void {
    const isAnother = this.state.user?.id !== user?.id;
    this.state = { user };
    for (const listener of this.stateListeners) listener();
    if (isAnother) for (const listener of this.personListeners) listener();
  }
}

function nobody(): BedplateError {
  return new BedplateError('unauthenticated', 'Nobody is signed in.');
}
