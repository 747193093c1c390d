import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { factorPages, factorPassword as password, factorUsers } from '../../../test/factor-users.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let now = Date.now();
const { first: page } = factorPages;
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };

beforeAll(async () => {
  api = await startApi({ clock: () => now });
});
afterAll(() => api.stop());

const { usersWith, post, addressOf, signUp, byPassword, mailed, choose, withMail, withPasskey } = factorUsers(() => api);
type Users = Awaited<ReturnType<typeof usersWith>>;
type Person = Awaited<ReturnType<typeof withPasskey>>;
async function passkeyFor(users: Users, username: string, { key, userHandle }: Pick<Person, 'key' | 'userHandle'>, at = page) {
  const { challenge } = await byPassword(users, username);
  const { passkey } = (await choose(users, challenge, 'passkey')).body;
  return { challenge, passkey: key.sign(at, passkey.challenge, { userHandle }), allowed: passkey.allowCredentials };
}

test('a mailed code is a second factor beside a password, once, and only the last one', async () => {
  const users = await usersWith();
  const { bearer } = await withMail(users, 'ann');
  expect((await api.call(`${users.path}/me/second-factor`, { bearer })).body.data).toEqual({
    isOn: true,
    ways: ['mail'],
    recoveryCodes: 10,
  });
  const asked = await byPassword(users, 'ann');
  expect(asked).toMatchObject({ factor: 'mail', factors: ['mail'] });
  const first = await mailed(addressOf('ann'), () => choose(users, asked.challenge, 'mail'));
  const second = await mailed(addressOf('ann'), () => choose(users, asked.challenge, 'mail'));
  const early = first.code === second.code ? wrong : await post(users, 'sign-in/verify', first); // one in a million
  expect(early).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', second)).toMatchObject({ status: 200, body: { accessToken: expect.any(String) } });
  expect(await post(users, 'sign-in/verify', second)).toMatchObject(wrong);
});

test('who came without a name and proves an address is asked for the second factor by a code to it', async () => {
  const users = await usersWith({ methods: ['code', 'anonymous'], secondFactor: 'required' });
  const { accessToken } = (await post(users, 'sign-in/anonymous', {})).body;
  const proof = await mailed(addressOf('guest'), () => post(users, 'me/email', { email: addressOf('guest') }, accessToken));
  expect((await post(users, 'me/email/verify', proof, accessToken)).status).toBe(200);
  const code = await mailed(addressOf('guest'), () => post(users, 'sign-in/code', { email: addressOf('guest') }));
  const { body } = await post(users, 'sign-in/verify', code);
  expect([body.factors, body.accessToken]).toEqual([['totp', 'passkey'], undefined]);
});

test('a mail is no second factor after a mail: neither of a code nor of a link', async () => {
  const users = await usersWith({ methods: ['password', 'code', 'link'], linkPage: `${page.origin}/in` });
  const { recovery } = await withMail(users, 'bea');
  for (const way of ['code', 'link']) {
    const proof = await mailed(addressOf('bea'), () => post(users, `sign-in/${way}`, { email: addressOf('bea') }));
    const asked = (await post(users, 'sign-in/verify', proof)).body;
    expect(asked).toMatchObject({ factor: 'recovery', factors: [] });
    expect(asked.accessToken).toBeUndefined();
    const before = api.mails.length;
    expect((await choose(users, asked.challenge, 'mail')).status).toBe(403);
    expect(api.mails).toHaveLength(before);
    const code = recovery.pop();
    expect((await post(users, 'sign-in/verify', { challenge: asked.challenge, code })).status).toBe(200);
  }
});

test('a mail is no second factor beside a password that a mail has set, until the user sets another one', async () => {
  const users = await usersWith();
  const { recovery } = await withMail(users, 'cleo');
  await post(users, 'forgot-password', { email: addressOf('cleo') });
  const token = () => /^[\w-]{24}$/m.exec(api.mails.findLast(({ to }) => to === addressOf('cleo'))?.mail.text ?? '')?.[0] ?? '';
  await vi.waitFor(() => expect(token()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'reset-password', { token: token(), password: 'a-pass-word-2' })).status).toBe(200);
  const asked = await byPassword(users, 'cleo', 'a-pass-word-2');
  expect(asked).toMatchObject({ factor: 'recovery', factors: [] });
  expect((await choose(users, asked.challenge, 'mail')).status).toBe(403);
  const { accessToken } = (await post(users, 'sign-in/verify', { challenge: asked.challenge, code: recovery[0] })).body;
  const change = { currentPassword: 'a-pass-word-2', code: recovery[1], password: 'a-pass-word-3' };
  expect((await post(users, 'change-password', change, accessToken)).status).toBe(200);
  expect(await byPassword(users, 'cleo', 'a-pass-word-3')).toMatchObject({ factor: 'mail', factors: ['mail'] });
});

test('a mail counts for the address that was proved with it alone', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await withMail(users, 'dora');
  const change = { email: 'dora@other.test', currentPassword: password, code: recovery[0] };
  const proof = await mailed('dora@other.test', () => post(users, 'me/email', change, bearer));
  expect((await post(users, 'me/email/verify', proof, bearer)).status).toBe(200);
  expect(await byPassword(users, 'dora')).toMatchObject({ factor: 'recovery', factors: [] });
});

test('a passkey is a second factor beside a password, of its user, page and question alone', async () => {
  const users = await usersWith({ origins: [page.origin, 'https://other.example.org'] });
  const [eva, thief] = [await withPasskey(users, 'eva'), await withPasskey(users, 'thief')];
  expect(await byPassword(users, 'eva')).toMatchObject({ factor: 'passkey', factors: ['passkey'] });
  const { allowed, ...right } = await passkeyFor(users, 'eva', eva);
  expect(allowed).toMatchObject([{ id: eva.key.id }]);
  expect(await post(users, 'sign-in/verify', right, undefined, 'https://other.example.org')).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', right)).toMatchObject({ status: 200, body: { data: { username: 'eva' } } });
  expect(await post(users, 'sign-in/verify', right)).toMatchObject(wrong);
  const { challenge, passkey } = await passkeyFor(users, 'eva', { key: thief.key, userHandle: eva.userHandle });
  expect(await post(users, 'sign-in/verify', { challenge, passkey })).toMatchObject(wrong);
  const again = await byPassword(users, 'eva');
  expect(await post(users, 'sign-in/verify', { challenge: again.challenge, passkey: right.passkey })).toMatchObject(wrong);
  await choose(users, again.challenge, 'passkey');
  expect(await post(users, 'sign-in/verify', { challenge: again.challenge, passkey: right.passkey })).toMatchObject(wrong);
  const elsewhere = await passkeyFor(users, 'eva', eva, { ...page, origin: 'https://other.example.org' });
  expect(await post(users, 'sign-in/verify', { challenge: elsewhere.challenge, passkey: elsewhere.passkey })).toMatchObject(wrong);
  expect((await post(users, 'sign-in/passkey', {})).status).toBe(403); // no way of signing in by itself here
  // A new key is made for who sets the factor up, and for nobody who is asked for it.
  const made = await byPassword(users, 'eva');
  const question = (await choose(users, made.challenge, 'passkey')).body.passkey.challenge;
  const forged = { challenge: made.challenge, passkey: softPasskey().make(page, question) };
  expect(await post(users, 'sign-in/verify', forged)).toMatchObject(wrong);
});

test('a device of a second factor that counts back proves nothing', async () => {
  const users = await usersWith();
  const { accessToken } = await signUp(users, 'vic');
  const begun = (await post(users, 'me/second-factor', { way: 'passkey', currentPassword: password }, accessToken)).body;
  const key = softPasskey();
  const device = { canSync: false, userHandle: begun.newPasskey.user.id as string };
  const made = { challenge: begun.challenge, passkey: key.make(page, begun.newPasskey.challenge, { ...device, counter: 5 }) };
  expect((await post(users, 'me/second-factor/verify', made, accessToken)).status).toBe(200);
  const at = async (counter: number) => {
    const { challenge } = await byPassword(users, 'vic');
    const { passkey } = (await choose(users, challenge, 'passkey')).body;
    return (await post(users, 'sign-in/verify', { challenge, passkey: key.sign(page, passkey.challenge, { ...device, counter }) })).status;
  };
  expect([await at(6), await at(6), await at(0), await at(7)]).toEqual([200, 401, 401, 200]);
  // A proof of a change counts on as well.
  const { challenge, passkey } = (await post(users, 'me/second-factor/ask', { way: 'passkey' }, accessToken)).body;
  const proof = { challenge, passkey: key.sign(page, passkey.challenge, { ...device, counter: 8 }), currentPassword: password };
  expect((await post(users, 'me/second-factor/recovery-codes', proof, accessToken)).status).toBe(200);
  expect([await at(8), await at(9)]).toEqual([401, 200]);
});

test('an answer of one way is none of another that is being set up, and a way is set up once', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await withMail(users, 'wes');
  const begin = async (way: string, code: string | undefined) =>
    (await post(users, 'me/second-factor', { way, currentPassword: password, code }, bearer)).body;
  const finish = (challenge: string, answer: object) => post(users, 'me/second-factor/verify', { challenge, ...answer }, bearer);
  const codeOf = ({ setUp }: { setUp: { secret: string } }) =>
    new TOTP({ secret: Secret.fromBase32(setUp.secret) }).generate({ timestamp: now });
  const [app, other, device] = [await begin('totp', recovery[0]), await begin('totp', recovery[1]), await begin('passkey', recovery[2])];
  expect(await finish(app.challenge, { passkey: softPasskey().make(page, device.newPasskey.challenge) })).toMatchObject(wrong);
  expect(await finish(device.challenge, { code: codeOf(app) })).toMatchObject(wrong);
  expect((await finish(app.challenge, { code: codeOf(app) })).status).toBe(200);
  expect(await finish(other.challenge, { code: codeOf(other) })).toMatchObject(wrong);
  const elsewhere = softPasskey();
  const answer = { passkey: elsewhere.make(page, device.newPasskey.challenge) };
  expect((await finish(device.challenge, answer)).status).toBe(200);
  expect(await byPassword(users, 'wes')).toMatchObject({ factors: ['totp', 'passkey', 'mail'] });
});

test('who has no first factor but the mail, where the mail is the only second one, is told so', async () => {
  const users = await usersWith({ secondFactor: 'required', secondFactorWays: ['mail'] });
  const proof = await mailed(addressOf('xia'), () => post(users, 'sign-up', { username: 'xia', email: addressOf('xia') }));
  expect(await post(users, 'sign-in/verify', proof)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('second factor') },
  });
  // With a password there are two.
  expect(await signUp(users, 'yan')).toMatchObject({ factors: ['mail'] });
});

test('a second way is set up by an answer of the first one, and not by the password alone', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await withMail(users, 'fay');
  const add = (body: object) => post(users, 'me/second-factor', { way: 'totp', currentPassword: password, ...body }, bearer);
  expect(await add({})).toMatchObject(wrong);
  expect(await add({ code: '000000' })).toMatchObject(wrong);
  expect((await add({ way: 'mail', code: recovery[0] })).status).toBe(409);
  const proof = await mailed(addressOf('fay'), () => post(users, 'me/second-factor/ask', { way: 'mail' }, bearer));
  const begun = await add(proof);
  expect(begun).toMatchObject({ status: 200, body: { setUp: { secret: expect.any(String) } } });
  expect(await add(proof)).toMatchObject(wrong);
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.setUp.secret) }).generate({ timestamp: now });
  const done = await post(users, 'me/second-factor/verify', { challenge: begun.body.challenge, code }, bearer);
  expect(done).toMatchObject({ status: 200, body: { recoveryCodes: [] } });
  expect(await byPassword(users, 'fay')).toMatchObject({ factor: 'totp', factors: ['totp', 'mail'] });

  const remove = (body: object) => post(users, 'me/second-factor/remove', { currentPassword: password, ...body }, bearer);
  expect((await remove({ way: 'passkey', code: recovery[1] })).status).toBe(409);
  expect((await remove({ way: 'mail', code: recovery[1] })).status).toBe(200);
  expect(await byPassword(users, 'fay')).toMatchObject({ factor: 'totp', factors: ['totp'] });
  expect((await remove({ way: 'totp', code: recovery[2] })).status).toBe(200);
  expect((await byPassword(users, 'fay')).accessToken).toMatch(/^bpu_/);
});

test('of two first set-ups the one that is proved later adds nothing to the other', async () => {
  const users = await usersWith();
  const { accessToken } = await signUp(users, 'gina');
  const totp = (await post(users, 'me/second-factor', { currentPassword: password }, accessToken)).body;
  const set = { way: 'mail', currentPassword: password };
  const proof = await mailed(addressOf('gina'), () => post(users, 'me/second-factor', set, accessToken));
  expect((await post(users, 'me/second-factor/verify', proof, accessToken)).status).toBe(200);
  const code = new TOTP({ secret: Secret.fromBase32(totp.setUp.secret) }).generate({ timestamp: now });
  expect(await post(users, 'me/second-factor/verify', { challenge: totp.challenge, code }, accessToken)).toMatchObject(wrong);
});

test('an answer for a change is that of the same user, and no sign-in', async () => {
  const users = await usersWith();
  const [hal, ida] = [await withMail(users, 'hal'), await withMail(users, 'ida')];
  const proof = await mailed(addressOf('hal'), () => post(users, 'me/second-factor/ask', { way: 'mail' }, hal.bearer));
  expect(await post(users, 'sign-in/verify', proof)).toMatchObject(wrong);
  const remove = (bearer: string) => post(users, 'me/second-factor/remove', { ...proof, currentPassword: password }, bearer);
  expect(await remove(ida.bearer)).toMatchObject(wrong);
  expect((await remove(hal.bearer)).status).toBe(200);
  expect((await post(users, 'me/second-factor/ask', { way: 'mail' }, hal.bearer)).status).toBe(409);
});

test('the last passkey of a second factor by passkey stays until that goes', async () => {
  const users = await usersWith();
  const jo = await withPasskey(users, 'jo');
  const [{ id }] = (await api.call(`${users.path}/me/passkeys`, { bearer: jo.bearer })).body.data;
  const away = (code?: string, which = id) => post(users, `me/passkeys/${which}/remove`, { currentPassword: password, code }, jo.bearer);
  const more = (await post(users, 'me/passkeys', { currentPassword: password, code: jo.recovery[1] }, jo.bearer)).body;
  const second = { challenge: more.challenge, passkey: softPasskey().make(page, more.passkey.challenge) };
  const added = (await post(users, 'me/passkeys/verify', second, jo.bearer)).body.data;
  expect((await away(jo.recovery[2], added.id)).status).toBe(200); // there is another one
  expect((await away(jo.recovery[0])).status).toBe(409);
  const { passkey, challenge } = (await post(users, 'me/second-factor/ask', { way: 'passkey' }, jo.bearer)).body;
  const signed = { challenge, passkey: jo.key.sign(page, passkey.challenge, jo), currentPassword: password };
  expect((await post(users, 'me/second-factor/remove', signed, jo.bearer)).status).toBe(200);
  expect((await away()).status).toBe(200);
});

test('required for all by other ways than an app: who has none chooses one at the sign-in', async () => {
  const users = await usersWith({ secondFactor: 'required', secondFactorWays: ['passkey', 'mail'] });
  const asked = await signUp(users, 'kim');
  expect(asked).toMatchObject({ factor: 'passkey', factors: ['passkey', 'mail'] });
  expect(asked.setUp).toBeUndefined();
  const proof = await mailed(addressOf('kim'), () => choose(users, asked.challenge, 'mail'));
  expect(await post(users, 'sign-in/verify', proof)).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  const { challenge } = await signUp(users, 'lea');
  const { newPasskey } = (await choose(users, challenge, 'passkey')).body;
  const made = softPasskey().make(page, newPasskey.challenge);
  expect(await post(users, 'sign-in/verify', { challenge, passkey: made })).toMatchObject({
    status: 200,
    body: { recoveryCodes: expect.any(Array) },
  });
  expect(await byPassword(users, 'lea')).toMatchObject({ factor: 'passkey' });
});

test('a way that the storage has not on is set up by nobody, and kept by who has it', async () => {
  const users = await usersWith({ secondFactorWays: ['totp'] });
  const { accessToken } = await signUp(users, 'max');
  for (const way of ['mail', 'passkey'])
    expect((await post(users, 'me/second-factor', { way, currentPassword: password }, accessToken)).status).toBe(403);
  expect((await post(users, 'me/passkeys', { currentPassword: password }, accessToken)).status).toBe(403);
});

test('guesses of a mailed code count with all others: five for a challenge', async () => {
  const users = await usersWith();
  await withMail(users, 'ned');
  const { challenge } = await byPassword(users, 'ned');
  const { code } = await mailed(addressOf('ned'), () => choose(users, challenge, 'mail'));
  const bad = code === '000000' ? '000001' : '000000';
  const crowd = await Promise.all(Array.from({ length: 12 }, () => post(users, 'sign-in/verify', { challenge, code: bad })));
  expect(crowd.filter(({ status }) => status === 401)).toHaveLength(5);
  expect((await post(users, 'sign-in/verify', { challenge, code })).status).toBe(429);
  now += 11 * 60_000;
  const late = await byPassword(users, 'ned');
  const proof = await mailed(addressOf('ned'), () => choose(users, late.challenge, 'mail'));
  now += 10 * 60_000;
  expect(await post(users, 'sign-in/verify', proof)).toMatchObject(wrong);
});
