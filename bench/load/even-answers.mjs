import { parseArgs } from 'node:util';
import { accountsClient, finish, freshEmail, median, password } from './accounts-client.mjs';
import { anApp } from './an-app.mjs';
import { startInstances } from './instances.mjs';

/**
 * Measures whether any public call tells by its speed or its words that an address is known, against a running copy:
 *
 *   node bench/load/even-answers.mjs --offset 10000 [--rounds 200]
 *
 * The functions run once more beside the copy, one process each, as on the platform.
 * Each call is made `rounds` times for each kind of address, in turns. Ends with 1 when medians differ by more than a tenth.
 */
const { values } = parseArgs({ options: { offset: { type: 'string', default: '0' }, rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
const problems = [];
const instances = await startInstances(Number(values.offset));
const client = accountsClient(Number(values.offset), problems, instances.baseOf);

const verified = await client.registered(rounds);
const unverified = await client.registered(rounds, false);
const app = await anApp(client, rounds, problems);
console.log(`call                     kind        median ms   of the unknown's`);

const wrong = (email) => ({ email, password: 'Wrong-horse-1', twoFactorCode: null });
const registration = (email) => ({ name: 'Eve', email, password, confirmPassword: password });
const kinds = { verified: (at) => verified[at], unverified: (at) => unverified[at], unknown: () => freshEmail() };
const users = { known: (at) => app.users[at], unknown: () => freshEmail() };
// Calls run beside one another, kinds of one call in turns: what slows the machine slows every kind.
await Promise.all([
  compare('check-2fa-setting', kinds, (email) => client.post('/app/authentication/check-2fa-setting', wrong(email))),
  compare('login', kinds, (email) => client.post('/app/authentication/login', wrong(email))),
  compare('resend-verification', kinds, (email) => client.post('/app/authentication/resend-verification', { email })),
  compare('forgot-password', kinds, (email) => client.post('/app/authentication/forgot-password', { email })),
  compare('register', kinds, (email) => client.post('/app/authentication/register', registration(email))),
  compare('app user forgot', users, (email) => app.post('forgot-password', { email })),
  compare('app user sign-in', users, (username) => app.post('authenticate', { username, password: 'Wrong-horse-1' })),
]);
finish(problems);

async function compare(name, emailsOf, ask) {
  const seen = Object.fromEntries(Object.keys(emailsOf).map((kind) => [kind, { times: [], texts: new Set() }]));
  for (let at = 0; at < 5; at += 1) await ask(freshEmail()); // what starts slowly
  for (let at = 0; at < rounds; at += 1) {
    for (const [kind, emailOf] of Object.entries(emailsOf)) {
      const answer = await ask(emailOf(at));
      if (!answer) continue;
      if (![200, 201, 401].includes(answer.status)) problems.push(`${name} answered ${answer.status}: ${answer.text}`);
      seen[kind].times.push(answer.millis);
      seen[kind].texts.add(`${answer.status} ${JSON.parse(answer.text).message}`);
    }
  }
  const base = median(seen.unknown.times);
  for (const [kind, { times, texts }] of Object.entries(seen)) {
    const share = median(times) / base;
    console.log(
      `${name.padEnd(25)}${kind.padEnd(12)}${median(times).toFixed(1).padStart(9)}${share.toFixed(3).padStart(19)}  ${[...texts].map((text) => text.slice(0, 50)).join(' | ')}`,
    );
    if (Math.abs(share - 1) > 0.1) problems.push(`${name} tells by its speed: ${kind} takes ${share.toFixed(2)} of an unknown one's time`);
    if ([...texts].join() !== [...seen.unknown.texts].join())
      problems.push(`${name} tells by its words: ${[...texts]}, ${[...seen.unknown.texts]}`);
  }
}
