import type { SignInInput } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const password = 'a-pass-word-1';
/** Far longer than an answer may take. */
const mailServerMillis = 20_000;

beforeAll(async () => {
  api = await startApi();
  vi.spyOn(api.services.mailer, 'send').mockImplementation(() => new Promise((done) => setTimeout(done, mailServerMillis).unref()));
});
afterAll(() => api.stop());

interface Call {
  path: string;
  body: object;
  bearer?: string;
}

/** Calls by which a stranger could learn that "ann@example.test" has an account. */
const doors: Record<string, (email: string) => Call> = {
  'a code by mail': (email) => ({ path: 'sign-in/code', body: { email } }),
  'a link by mail': (email) => ({ path: 'sign-in/link', body: { email } }),
  'a forgotten password': (email) => ({ path: 'forgot-password', body: { email } }),
  'a sign-up whose address is proved': (email) => ({
    path: 'sign-up',
    body: { username: `new-${email.split('@')[0]}`, email, password },
  }),
  'a change of the address': (email) => ({ path: 'me/email', body: { email, currentPassword: password }, bearer: 'eve' }),
};

test.each(Object.entries(doors))(
  '%s answers an address that is known and one that is not in the same time, which no mail server lengthens',
  async (_, door) => {
    const signIn = {
      origins: [page],
      methods: ['password', 'code', 'link'],
      linkPage: `${page}/in`,
      verifyEmail: true,
    } satisfies SignInInput;
    const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' }, signIn });
    for (const username of ['ann', 'eve']) await api.call(users.path, { body: { username, email: `${username}@example.test`, password } });
    const eve = (await api.call(`${users.path}/authenticate`, { body: { username: 'eve', password } })).body.accessToken;
    const timed = async (email: string) => {
      const { path, body, bearer } = door(email);
      const began = performance.now();
      const { status } = await postFromPage(api, users, path, { body, bearer: bearer && String(eve) });
      return { status, millis: performance.now() - began };
    };
    const [known, unknown] = [await timed('ann@example.test'), await timed('nobody@example.test')];
    for (const { status, millis } of [known, unknown]) {
      expect(status).toBe(200);
      expect(millis).toBeGreaterThan(595); // evenMillis of this server
      expect(millis).toBeLessThan(mailServerMillis / 2);
    }
  },
);
