import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { ApiError } from '../../errors/api-error.ts';
import { countFailure } from './attempts.ts';
import { finishLogin } from '../accounts/login.ts';

/** Limits are exact when a crowd tries at once, and successes use nothing of them up. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t1', { ada: 'admin' });
});
afterAll(() => world?.stop());

const limit = { scope: 'test', max: 10, windowMillis: 900_000, message: 'Too many.' };
const tried = (value: string, attempt: () => Promise<unknown>) =>
  countFailure(world.services, { limit, value, attempt }).then(
    () => 'made',
    (error: ApiError) => error.code,
  );
const fail = async () => {
  throw new ApiError('unauthenticated', 'Wrong.');
};
const attempts = (count: number, one: (i: number) => Promise<unknown>) => Promise.all(Array.from({ length: count }, (_, i) => one(i)));

test('of a crowd no more attempts are made than are left', async () => {
  await attempts(8, () => tried('crowd', fail));
  let made = 0;
  const wrong = async () => {
    made += 1;
    return fail();
  };
  const answers = await attempts(40, () => tried('crowd', wrong));
  expect(made).toBe(2);
  expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(38);
});

test('what succeeds or breaks is given back, also what a crowd of it was refused', async () => {
  await attempts(9, () => tried('office', fail));
  const answers = await attempts(20, () => tried('office', async () => 'in'));
  expect(answers).toContain('made');
  const broken = () => Promise.reject(new ApiError('internal', 'The Auth service is down.'));
  for (let i = 0; i < 3; i += 1) expect(await tried('office', broken)).toBe('internal');
  expect(await tried('office', async () => 'in')).toBe('made');
  expect(await tried('office', fail)).toBe('unauthenticated');
  expect(await tried('office', async () => 'in')).toBe('too-many-requests');
});

test('when a network has used its attempts up, no password is looked at, the right one neither', async () => {
  const logIn = (email: string, password: string) =>
    finishLogin(world.services, { email, password, twoFactorCode: null }, origin).then(
      () => 'in',
      (error: ApiError) => error.code,
    );
  await attempts(49, (i) => logIn(`nobody-${i}@example.test`, 'wrong'));
  const crowd = [
    ...Array.from({ length: 20 }, (_, i) => logIn(`noone-${i}@example.test`, 'wrong')),
    logIn('ada@example.test', rightPassword),
  ];
  const answers = await Promise.all(crowd);
  expect(answers.filter((answer) => answer !== 'too-many-requests')).toHaveLength(1);
  expect(await logIn('ada@example.test', rightPassword)).toBe(answers.at(-1) === 'in' ? 'in' : 'too-many-requests');
});

test('this machine has no limit in the local product, and its limit where there is an internet', async () => {
  const here = { limit, attempt: fail, value: '127.0.0.1' };
  const codes = async (services: typeof world.services) => {
    const answers = await attempts(12, () => countFailure(services, here).catch(({ code }: ApiError) => code));
    return answers.filter((code) => code === 'too-many-requests').length;
  };
  expect(await codes(world.services)).toBe(0);
  const config = { value: { ...world.services.config, emulators: null } };
  expect(await codes(Object.create(world.services, { config }) as typeof world.services)).toBe(2);
});
