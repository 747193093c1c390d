import { parseArgs } from 'node:util';
import { accountsClient, finish, freshEmail, inLanes, password } from './accounts-client.mjs';
import { anApp } from './an-app.mjs';
import { contentOf } from './content.mjs';
import { appRoutes, hostileBody, hostileHeaders, hostileText, publicRoutes } from './hostile-inputs.mjs';
import { startInstances } from './instances.mjs';

/**
 * Throws hostile input at every call that needs no session, beside a running copy:
 *
 *   node bench/load/hostile-accounts.mjs --offset 10000 [--count 10000] [--seed 1] [--lanes 16] [--only stripe]
 *
 * The functions run once more, one process each, as on the platform. Holds: no 5xx, no words of the inside in an answer, no token
 * without credentials; what was refused is sent once more and changes no document; a known and an unknown address get the same
 * answers to the same hostile input; and limits hold under 50 parallel clients. Ends with 1 when one of these does not.
 * even-answers.mjs compares speeds, guess-codes.mjs asks whether codes can be guessed.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string', default: '0' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
  },
});
const offset = Number(values.offset);
const count = Number(values.count);
const lanes = Number(values.lanes);
const random = mulberry(Number(values.seed));
const problems = [];
const instances = await startInstances(offset);
const client = accountsClient(offset, problems, instances.baseOf);
const app = await anApp(client, 20, problems);
const all = [...publicRoutes, ...appRoutes(app.at, app.keys)];
const routes = all.filter(({ path }) => path.includes(values.only));
const began = performance.now();
let mostMemory = 0;
/** Credentials that were accepted for a new app user. */
const made = new Set();

const refused = await fuzz();
const seconds = (performance.now() - began) / 1000;
await sendAgain(refused);
await knownAndUnknown();
await limitsInParallel();

console.log(
  `${count} hostile inputs to ${routes.length} calls in ${seconds.toFixed(0)} s; at most ${mostMemory.toFixed(0)} MiB in a process`,
);
console.log(`Answers by status: ${JSON.stringify(client.statuses)}`);
finish(problems);

/** Every call gets its share of `count`. @returns what was refused for good */
async function fuzz() {
  const kept = [];
  await inLanes(lanes, [...Array(count).keys()], async (at) => {
    const input = inputFor(routes[at % routes.length]);
    const answer = await client.send(input.method, input.path, input.body, input.headers);
    if (!answer) return;
    judge(input, answer);
    if (answer.status >= 400 && answer.status !== 429) kept.push(input);
    if (at % 500 === 0) mostMemory = Math.max(mostMemory, ...instances.memory());
  });
  return kept;
}

/** Two inputs with the same ones may make a user and log it in. @returns null for a body without them */
function credentialsOf(body) {
  try {
    const { username, password: given } = JSON.parse(body);
    return username === undefined ? null : JSON.stringify([username, given]);
  } catch {
    return null;
  }
}

function inputFor(route) {
  const place = () => encodeURIComponent(hostileText(random).slice(0, 600).toWellFormed()).replace(/^\.{1,2}$/, '-') || '-';
  const headers = { ...hostileHeaders(random), ...(route.keys && random() < 0.95 ? route.keys : {}) };
  const path = route.path.replace(/:token/g, place);
  return { method: route.method, path, headers, body: route.method === 'GET' ? undefined : hostileBody(random, route.fields) };
}

function judge({ method, path, body }, answer) {
  const input = `${method} ${path.slice(0, 120)} ${String(body).slice(0, 200)}`;
  if (answer.status >= 500) problems.push(`${answer.status} for ${input}: ${answer.text.slice(0, 200)}`);
  const inside = /node_modules|\/functions\/|\.ts:\d+|at \w+ \(|firestore|TypeError|ECONN|identitytoolkit/i;
  if (path !== '/app/config' && path !== '/api/openapi.json' && inside.test(answer.text))
    problems.push(`Words of the inside for ${input}: ${answer.text.slice(0, 300)}`);
  const credentials = credentialsOf(body);
  if (answer.status === 201 && credentials) made.add(credentials);
  const isToken = /accessToken/.test(answer.text) && path !== '/api/openapi.json';
  if (isToken && !made.has(credentials)) problems.push(`A token for ${input}`);
  if (!answer.text.startsWith('{') && answer.text !== '') problems.push(`No JSON for ${input}: ${answer.text.slice(0, 100)}`);
}

/** A refused call is refused again when it is repeated, and leaves the database as it was. */
async function sendAgain(inputs) {
  const before = await contentOf(offset);
  // A user that another input has made since may log in now.
  const still = inputs.filter(({ body }) => !made.has(credentialsOf(body)));
  await inLanes(lanes, still, async (input) => {
    const answer = await client.send(input.method, input.path, input.body, input.headers);
    if (answer && answer.status < 400) problems.push(`Refused once, then ${answer.status}: ${input.method} ${input.path} ${input.body}`);
  });
  const after = await contentOf(offset);
  const changed = [...after].filter(([path, version]) => before.get(path) !== version).map(([path]) => path);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  console.log(`${still.length} refused inputs sent again: ${changed.length + gone.length} of ${after.size} documents changed`);
  for (const path of [...changed, ...gone].slice(0, 20)) problems.push(`A refusal has changed ${path}`);
}

/** The same hostile input with a known and an unknown address, each used equally often. */
async function knownAndUnknown() {
  const calls = all.filter(({ path, fields }) => path.startsWith('/app/authentication/') && fields.includes('email'));
  const known = await client.registered(100);
  let compared = 0;
  await inLanes(4, known, async (email) => {
    for (const route of calls) {
      const other = freshEmail(); // a new one each time: one of the calls registers it
      const rest = JSON.parse(bodyWithout(route));
      const answers = [];
      for (const one of [email, other]) {
        const answer = await client.send(route.method, route.path, JSON.stringify({ ...rest, email: one }), hostileHeaders(random, true));
        answers.push(answer && `${answer.status} ${JSON.parse(answer.text).message}`);
      }
      compared += 1;
      if (answers[0] !== answers[1])
        problems.push(`${route.path} tells known from unknown: ${answers.join(' | ')} for ${JSON.stringify(rest).slice(0, 200)}`);
    }
  });
  console.log(`${compared} pairs of a known and an unknown address: compared by status and words`);
}

/** A body of the call that is an object, whatever its fields hold. */
function bodyWithout(route) {
  for (;;) {
    const body = hostileBody(random, route.fields).replaceAll(password, 'Wrong-horse-9');
    if (body.startsWith('{') && body.length < 100_000 && isJson(body)) return body;
  }
}

function isJson(text) {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
}

/** 50 clients guess one password at once: ten guesses are looked at, all get an answer soon, and nobody gets a 5xx. */
async function limitsInParallel() {
  const [email] = await client.registered(1);
  const guess = (at) => client.post('/app/authentication/login', { email, password: `Wrong-${at}` });
  const answers = (await Promise.all(Array.from({ length: 50 }, (_, at) => guess(at)))).filter(Boolean);
  const looked = answers.filter(({ status }) => status === 401).length;
  const tooMany = answers.filter(({ status }) => status === 429).length;
  const times = answers.map(({ millis }) => millis).sort((a, b) => a - b);
  console.log(
    `50 guesses at once: ${looked} looked at, ${tooMany} refused; median ${times[25].toFixed(0)} ms, slowest ${times[49].toFixed(0)} ms`,
  );
  if (looked !== 10 || tooMany !== 40)
    problems.push(`${looked} of 50 parallel guesses were looked at, ${tooMany} refused; the limit is 10`);
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
