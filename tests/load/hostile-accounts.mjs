import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { addressesAt } from '../../scripts/suite/addresses.mjs';
import { hostileBody, hostileHeaders, hostileText, publicRoutes } from './hostile-inputs.mjs';

/**
 * Throws hostile input at every public call of the accounts, against a running copy:
 *
 *   node tests/load/hostile-accounts.mjs --offset 10000 [--count 10000] [--seed 1]
 *
 * Holds: no 5xx, no words of the inside in an answer, no token without credentials, limits under 50 parallel clients, and known
 * and unknown addresses answer with the same words at the same median speed. Ends with 1 when one of them does not.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string', default: '0' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const { web, inbox } = addressesAt(Number(values.offset));
const count = Number(values.count);
const random = mulberry(Number(values.seed));
/** Enough for a median that a busy machine does not move by a tenth. */
const rounds = 41;
const problems = [];
const statuses = {};

await fuzz();
await sameForKnownAndUnknown();
await limitsInParallel();

console.log(`Answers by status: ${JSON.stringify(statuses)}`);
for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(problems.length ? `${problems.length} problems` : 'No problem found');
process.exit(problems.length ? 1 : 0);

/** Every route gets its share of `count`, by 16 clients at a time. */
async function fuzz() {
  let at = 0;
  const client = async () => {
    while (at < count) {
      const route = publicRoutes[at % publicRoutes.length];
      at += 1;
      await throwAt(route);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
}

async function throwAt(route) {
  const path = route.path.replace(
    ':token',
    () => encodeURIComponent(hostileText(random).slice(0, 600).toWellFormed()).replace(/^\.{1,2}$/, '-') || '-',
  );
  const body = route.method === 'GET' ? undefined : hostileBody(random, route.fields);
  const answer = await send(route.method, path, body, hostileHeaders(random));
  if (!answer) return;
  const input = `${route.method} ${path.slice(0, 120)} ${String(body).slice(0, 200)}`;
  if (answer.status >= 500) problems.push(`${answer.status} for ${input}: ${answer.text.slice(0, 200)}`);
  if (
    path !== '/app/config' &&
    /node_modules|\/functions\/|\.ts:\d+|at \w+ \(|firestore|TypeError|ECONN|identitytoolkit/i.test(answer.text)
  )
    problems.push(`Words of the inside for ${input}: ${answer.text.slice(0, 300)}`);
  if (/accessToken/.test(answer.text)) problems.push(`A token for ${input}`);
  if (answer.text.startsWith('<') && answer.status !== 404 && answer.status < 400) problems.push(`A page for ${input}`);
}

/** Medians of `rounds` calls each, one after the other and in turns; the texts word for word. */
async function sameForKnownAndUnknown() {
  const known = await registered();
  const calls = {
    'check-2fa-setting': (email) => ({ email, password: 'Wrong-horse-1' }),
    login: (email) => ({ email, password: 'Wrong-horse-1', twoFactorCode: null }),
    'resend-verification': (email) => ({ email }),
    'forgot-password': (email) => ({ email }),
    register: (email) => ({ name: 'Eve', email, password: 'Correct-horse-9', confirmPassword: 'Correct-horse-9' }),
  };
  for (const [call, body] of Object.entries(calls)) {
    const times = { known: [], unknown: [] };
    const texts = { known: new Set(), unknown: new Set() };
    for (let at = 0; at < rounds; at += 1) {
      const account = known[at % known.length];
      for (const [kind, email] of [
        ['known', account],
        ['unknown', freshEmail()],
      ]) {
        const started = performance.now();
        const answer = await send('POST', `/app/authentication/${call}`, JSON.stringify(body(email)), json());
        times[kind].push(performance.now() - started);
        texts[kind].add(`${answer.status} ${JSON.parse(answer.text).message}`);
      }
    }
    const [a, b] = [median(times.known), median(times.unknown)];
    console.log(`${call}: known ${a.toFixed(0)} ms, unknown ${b.toFixed(0)} ms`);
    if (Math.abs(a - b) > 0.1 * Math.max(a, b)) problems.push(`${call} tells by its speed: ${a.toFixed(0)} and ${b.toFixed(0)} ms`);
    if ([...texts.known].join() !== [...texts.unknown].join())
      problems.push(`${call} tells by its words: ${[...texts.known]} and ${[...texts.unknown]}`);
  }
}

/** 50 clients guess one password at once: at most ten guesses are looked at, and nobody gets a 5xx. */
async function limitsInParallel() {
  const [email] = await registered(1);
  const guess = (at) => send('POST', '/app/authentication/login', JSON.stringify({ email, password: `Wrong-${at}` }), json());
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => guess(at)));
  const looked = answers.filter(({ status }) => status === 401).length;
  console.log(`50 guesses at once: ${looked} looked at, ${answers.filter(({ status }) => status === 429).length} refused`);
  if (looked > 10) problems.push(`${looked} of 50 parallel guesses were looked at; the limit is 10`);
}

/** Fresh, verified accounts: one each per call that is limited to one a minute for an address. */
async function registered(number = rounds) {
  const emails = Array.from({ length: number }, freshEmail);
  for (const email of emails) {
    const body = { name: 'Ken Known', email, password: 'Correct-horse-9', confirmPassword: 'Correct-horse-9' };
    await send('POST', '/app/authentication/register', JSON.stringify(body), json());
    const [mail] = await (await fetch(`${inbox}/api/email?to=${encodeURIComponent(email)}`)).json();
    const [, token] = /\/user\/([^/\s"]+)\//.exec(mail.html);
    await send('GET', `/app/verify/user/${token}`, undefined, json());
  }
  return emails;
}

async function send(method, path, body, headers) {
  try {
    const response = await fetch(web + path, { method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(60_000) });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof TypeError && error.cause === undefined) return null; // fetch itself refuses such a header or address
    problems.push(`No answer for ${method} ${path.slice(0, 120)}: ${error.cause ?? error}`);
    return null;
  }
}

/** A network of its own, so that the limits per network do not hide what is tested. */
function json() {
  return { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${randomPart()}:${randomPart()}::1` };
}

function randomPart() {
  return randomBytes(2).toString('hex');
}

function freshEmail() {
  return `probe-${randomBytes(6).toString('hex')}@example.test`;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Random numbers that a seed repeats: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function mulberry(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
