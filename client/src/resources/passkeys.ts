import type { AppUserPasskey as Passkey } from '@bedplate/contract/app-users';
import type { AnyFields } from '../records/records.ts';
import { type ClientOptions, transportOf } from '../transport/client-options.ts';
import { BedplateError } from '../transport/errors.ts';
import type { Call, CallOptions } from '../transport/transport.ts';
import { type Answered, once, type OwnProof, sessionOf, type SignedIn } from './users.ts';

export type { Passkey };

export interface PasskeySignIn extends CallOptions {
  /**
   * Offers passkeys in the list of a field with `autocomplete="username webauthn"`, instead of a
   * dialog. It waits until the person chooses one: give a `signal` that ends it before another
   * sign-in begins.
   */
  autofill?: boolean;
}

export interface Passkeys<T> {
  /**
   * Signs a person in by a passkey that the device shows; nobody types a name. No second factor is
   * asked for, since the device has made sure of the person.
   * @throws {BedplateError} `aborted` when the person closes the dialog or the device has no passkey,
   * `unauthenticated` for a passkey that was removed, `permission-denied` where the way is off
   */
  signIn(options?: PasskeySignIn): Promise<SignedIn<T>>;
  /**
   * Ends a sign-in by a passkey as its second factor, of a challenge whose `factors` have it; where one
   * is to be set up and the person has no passkey for the page, the device makes it.
   * @throws {BedplateError} `aborted` when the person closes the dialog, `unauthenticated` for a
   * challenge that is older than ten minutes
   */
  secondFactor(challenge: string, options?: CallOptions): Promise<SignedIn<T>>;
  /**
   * Makes a passkey for the person of the access token.
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes; `aborted` when the person closes the dialog or the
   * device has a passkey already; `conflict` for the twenty-first
   */
  add(passkey?: { name?: string } & OwnProof, options?: CallOptions): Promise<Passkey>;
  /** Lists the person's passkeys, the oldest first. */
  list(options?: CallOptions): Promise<Passkey[]>;
  rename(id: string, name: string, options?: CallOptions): Promise<Passkey>;
  /**
   * Takes a passkey away. The device keeps its half, which opens nothing any more.
   * @throws {BedplateError} `conflict` for the last way in, `permission-denied` as of `add`
   */
  remove(id: string, proof?: OwnProof, options?: CallOptions): Promise<void>;
}

/** One of them comes. */
interface Questions {
  passkey: PublicKeyCredentialRequestOptionsJSON;
  newPasskey: PublicKeyCredentialCreationOptionsJSON;
}

interface Begun<O> {
  challenge: string;
  passkey: O;
}

/**
 * Passkeys of a users storage, for pages: they need a browser. A page whose origin the storage names
 * needs no key to sign people in; the other methods take the person's access token.
 * @example
 * const passkeys = createPasskeys({ endpoint, projectId, token: () => session.accessToken }, usersId);
 * await passkeys.add({ name: 'Phone', currentPassword });
 * const { user, accessToken } = await passkeys.signIn();
 */
export function createPasskeys<T = AnyFields>(options: ClientOptions, usersId: string): Passkeys<T> {
  const transport = transportOf(options);
  const send = <R>({ path, ...call }: Call) => transport.send<R>({ ...call, path: `/users/${encodeURIComponent(usersId)}${path}` });
  const post = <R>(path: string, body: object, callOptions: CallOptions | undefined) =>
    send<R>({ method: 'POST', path, body, ...once(callOptions) });
  const one = (id: string, verb: string) => `/me/passkeys/${encodeURIComponent(id)}/${verb}`;
  return {
    async signIn({ autofill = false, ...call } = {}) {
      const browser = ownBrowser();
      const { challenge, passkey } = await post<Begun<PublicKeyCredentialRequestOptionsJSON>>('/sign-in/passkey', {}, call);
      const credential = await asked(() =>
        navigator.credentials.get({
          publicKey: browser.parseRequestOptionsFromJSON(passkey),
          ...(autofill ? { mediation: 'conditional' as const } : {}),
          ...(call.signal ? { signal: call.signal } : {}),
        }),
      );
      return sessionOf(await post<Answered<T>>('/sign-in/verify', { challenge, passkey: credential }, call));
    },
    async secondFactor(challenge, call) {
      const browser = ownBrowser();
      const question = await post<Partial<Questions>>('/sign-in/second-factor', { challenge, way: 'passkey' }, call);
      const signal = call?.signal ? { signal: call.signal } : {};
      const passkey = await asked(() =>
        question.newPasskey
          ? navigator.credentials.create({ publicKey: browser.parseCreationOptionsFromJSON(question.newPasskey), ...signal })
          : navigator.credentials.get({
              publicKey: browser.parseRequestOptionsFromJSON(question.passkey as Questions['passkey']),
              ...signal,
            }),
      );
      return sessionOf(await post<Answered<T>>('/sign-in/verify', { challenge, passkey }, call));
    },
    async add({ name, ...proof } = {}, call) {
      const browser = ownBrowser();
      const { challenge, passkey } = await post<Begun<PublicKeyCredentialCreationOptionsJSON>>('/me/passkeys', proof, call);
      const made = await asked(() =>
        navigator.credentials.create({
          publicKey: browser.parseCreationOptionsFromJSON(passkey),
          ...(call?.signal ? { signal: call.signal } : {}),
        }),
      );
      return (await post<{ data: Passkey }>('/me/passkeys/verify', { challenge, passkey: made, name }, call)).data;
    },
    list: async (call) => (await send<{ data: Passkey[] }>({ method: 'GET', path: '/me/passkeys', options: call })).data,
    rename: async (id, name, call) => (await post<{ data: Passkey }>(one(id, 'rename'), { name }, call)).data,
    async remove(id, proof = {}, call) {
      await post(one(id, 'remove'), proof, call);
    },
  };
}

type Browser = typeof PublicKeyCredential;

/** @throws {BedplateError} for a browser that knows no passkeys, or too little of them */
function ownBrowser(): Browser {
  const found = (globalThis as { PublicKeyCredential?: Partial<Browser> }).PublicKeyCredential;
  if (!found?.parseRequestOptionsFromJSON || !found.parseCreationOptionsFromJSON)
    throw new BedplateError('unavailable', 'This browser cannot use passkeys here: it is too old, or the page was not opened by https.');
  return found as Browser;
}

/** @returns what the device gave, as JSON @throws {BedplateError} `aborted` when it gave nothing */
async function asked(question: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const given = await question();
    if (given) return (given as PublicKeyCredential).toJSON(); // the question was for one
  } catch (cause) {
    throw new BedplateError('aborted', 'No passkey was used.', { cause });
  }
  throw new BedplateError('aborted', 'No passkey was used.');
}
