import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { factorPassword as password, factorUsers } from '../../../test/factor-users.ts';
import { postFromPage } from '../../../test/from-page.ts';

let ahead = 0;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
});
afterAll(() => api.stop());

const { usersWith, post, signUp, byPassword, mailed } = factorUsers(() => api);
type Users = Awaited<ReturnType<typeof usersWith>>;

let networks = 0;
/** Each guess comes from a network of its own: what a network may do is not what holds here. */
async function guess(users: Users, challenge: string, code: string): Promise<number> {
  networks += 1;
  const ip = `100.${64 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}`;
  return (await postFromPage(api, users, 'sign-in/verify', { body: { challenge, code }, ip })).status;
}

/** @returns how many of the guesses for a challenge had each status */
async function guesses(users: Users, challenge: string, codes: readonly string[]): Promise<Map<number, number>> {
  ahead += 61_000; // an account has so many calls a minute, which is not what holds here
  const tally = new Map<number, number>();
  for (let at = 0; at < codes.length; at += 100) {
    const statuses = await Promise.all(codes.slice(at, at + 100).map((code) => guess(users, challenge, code)));
    for (const status of statuses) tally.set(status, (tally.get(status) ?? 0) + 1);
  }
  return tally;
}

/** The statuses of guesses that are neither wrong nor too many. */
const others = (tally: ReadonlyMap<number, number>) => [...tally].filter(([status]) => status !== 401 && status !== 429);

/** Numbers of six digits without the right one, so that no guess is lucky. */
const wrongCodes = (count: number, right: readonly string[]) =>
  Array.from({ length: count + right.length }, (_, at) => String(at).padStart(6, '0'))
    .filter((code) => !right.includes(code))
    .slice(0, count);

test('of 10,000 guesses over mailed codes, codes of an app and recovery codes ten are looked at for each user, and the right one is none then', async () => {
  const users = await usersWith();
  const { accessToken } = await signUp(users, 'tom');
  const { challenge: begun, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, accessToken)).body;
  const app = new TOTP({ secret: Secret.fromBase32(setUp.secret) });
  const near = () => [-1, 0, 1, 2, 3, 4, 5].map((step) => app.generate({ timestamp: Date.now() + ahead + step * 30_000 }));
  const set = await post(
    users,
    'me/second-factor/verify',
    { challenge: begun, code: app.generate({ timestamp: Date.now() + ahead }) },
    accessToken,
  );
  const [recovery = ''] = set.body.recoveryCodes as string[];
  await signUp(users, 'mia');

  let looked = { app: 0, mail: 0 };
  for (let round = 0; round < 5; round += 1) {
    const { challenge } = await byPassword(users, 'tom');
    const codes = [...wrongCodes(500, near()), ...Array.from({ length: 500 }, (_, at) => `aaaaaa-${String(100_000 + at)}`)];
    const tally = await guesses(
      users,
      challenge,
      codes.toSorted((a, b) => a.slice(-3).localeCompare(b.slice(-3))),
    );
    expect(others(tally)).toEqual([]);
    const mail = await mailed('mia@example.test', () => post(users, 'sign-in/code', { email: 'mia@example.test' }));
    const mails = await guesses(users, mail.challenge, wrongCodes(1000, [mail.code]));
    expect(others(mails)).toEqual([]);
    looked = { app: looked.app + (tally.get(401) ?? 0), mail: looked.mail + (mails.get(401) ?? 0) };
    expect(await guess(users, mail.challenge, mail.code)).toBe(429);
  }
  expect(looked).toEqual({ app: 10, mail: 10 });
  const { challenge } = await byPassword(users, 'tom');
  for (const right of [app.generate({ timestamp: Date.now() + ahead }), recovery]) expect(await guess(users, challenge, right)).toBe(429);
});
