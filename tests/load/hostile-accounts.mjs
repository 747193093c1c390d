import { parseArgs } from 'node:util';
import { accountsClient, finish } from './accounts-client.mjs';
import { hostileBody, hostileHeaders, hostileText, publicRoutes } from './hostile-inputs.mjs';

/**
 * Throws hostile input at every public call of the accounts, against a running copy:
 *
 *   node tests/load/hostile-accounts.mjs --offset 10000 [--count 10000] [--seed 1]
 *
 * Holds: no 5xx, no words of the inside in an answer, no token without credentials, and limits under 50 parallel clients. Ends with
 * 1 when one of them does not. even-answers.mjs asks whether known addresses show, guess-codes.mjs whether codes can be guessed.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string', default: '0' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.count);
const random = mulberry(Number(values.seed));
const problems = [];
const client = accountsClient(Number(values.offset), problems);

await fuzz();
await limitsInParallel();

console.log(`Answers by status: ${JSON.stringify(client.statuses)}`);
finish(problems);

/** Every route gets its share of `count`, by 50 clients at a time. */
async function fuzz() {
  let at = 0;
  const lane = async () => {
    while (at < count) {
      const route = publicRoutes[at % publicRoutes.length];
      at += 1;
      await throwAt(route);
    }
  };
  await Promise.all(Array.from({ length: 50 }, lane));
}

async function throwAt(route) {
  const path = route.path.replace(
    ':token',
    () => encodeURIComponent(hostileText(random).slice(0, 600).toWellFormed()).replace(/^\.{1,2}$/, '-') || '-',
  );
  const body = route.method === 'GET' ? undefined : hostileBody(random, route.fields);
  const answer = await client.send(route.method, path, body, hostileHeaders(random));
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

/** 50 clients guess one password at once: ten guesses are looked at, all get an answer soon, and nobody gets a 5xx. */
async function limitsInParallel() {
  const [email] = await client.registered(1);
  const guess = (at) => client.post('/app/authentication/login', { email, password: `Wrong-${at}` });
  const answers = (await Promise.all(Array.from({ length: 50 }, (_, at) => guess(at)))).filter(Boolean);
  const looked = answers.filter(({ status }) => status === 401).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  const times = answers.map(({ millis }) => millis).sort((a, b) => a - b);
  console.log(
    `50 guesses at once: ${looked} looked at, ${refused} refused; median ${times[25].toFixed(0)} ms, slowest ${times[49].toFixed(0)} ms`,
  );
  if (looked !== 10 || refused !== 40)
    problems.push(`${looked} of 50 parallel guesses were looked at, ${refused} refused; the limit is 10`);
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
