import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { accountsClient, finish, inLanes, password } from './accounts-client.mjs';

/**
 * Guesses the second factor as somebody who knows the password would, against a running copy:
 *
 *   node bench/load/guess-codes.mjs --offset 10000 [--resends 100] [--tries 100]
 *
 * After each mailed code come `tries` guesses, 25 at a time; then an hour passes for the account, so that the next code may be sent.
 * Holds: no guess logs in, not even the right code once the tries are used up, and no more guesses are looked at than the limits
 * allow (5 a code). Ends with 1 when one of them does not.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string', default: '0' },
    resends: { type: 'string', default: '100' },
    tries: { type: 'string', default: '100' },
  },
});
const [resends, tries] = [Number(values.resends), Number(values.tries)];
const problems = [];
const client = accountsClient(Number(values.offset), problems);
const [email] = await client.registered(1);
const logIn = (twoFactorCode) => client.post('/app/authentication/login', { email, password, twoFactorCode });
const { accessToken, data } = JSON.parse((await logIn(null)).text);
const challenge = `http://${client.firestoreHost}/v1/projects/demo-bedplate/databases/(default)/documents/challenges/${data.id}`;
const owner = { 'content-type': 'application/json', authorization: 'Bearer owner' };
const settings = JSON.stringify({ is_enable_two_factor: true, current_password: password });
await client.send('PUT', '/app/users/updateUser', settings, { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` });

const started = performance.now();
let looked = 0;
let mostForACode = 0;
let mails = (await client.mailsTo(email)).length;
for (let resend = 0; resend < resends; resend += 1) {
  const asked = await client.post('/app/authentication/check-2fa-setting', { email, password });
  if (asked.status !== 200) problems.push(`The code ${resend} was not sent: ${asked.status} ${asked.text}`);
  const [code] = /\b\d{6}\b/.exec((await client.mailTo(email, mails)).text);
  mails += 1;
  await inLanes(25, [...Array(tries).keys()], async () => {
    const answer = await logIn(other(code));
    if (!answer) return;
    if (answer.status === 200) problems.push('A wrong code logged in.');
    else if (answer.status !== 401 && answer.status !== 429) problems.push(`A guess answered ${answer.status}: ${answer.text}`);
  });
  const stored = await readChallenge();
  looked += Number(stored.fields.wrong.integerValue);
  mostForACode = Math.max(mostForACode, Number(stored.fields.wrong.integerValue));
  if ((await logIn(code)).status === 200) problems.push(`The right code logged in after ${tries} wrong ones.`);
  await anHourPasses(stored);
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${resends * tries} guesses over ${resends} codes in ${seconds} s: ${looked} were looked at, at most ${mostForACode} for a code`,
);
console.log(`Answers by status: ${JSON.stringify(client.statuses)}`);
if (mostForACode > 5) problems.push(`${mostForACode} guesses were looked at for one code; the limit is 5`);
finish(problems);

function other(code) {
  const guess = String(randomInt(1_000_000)).padStart(6, '0');
  return guess === code ? other(code) : guess;
}

async function readChallenge() {
  return (await fetch(challenge, { headers: owner })).json();
}

/** For this account: every time that is kept lies an hour further back. */
async function anHourPasses({ fields }) {
  const earlier = (value) =>
    value.timestampValue ? { timestampValue: new Date(Date.parse(value.timestampValue) - 3_600_001).toISOString() } : value;
  const body = { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, earlier(value)])) };
  await fetch(challenge, { method: 'PATCH', headers: owner, body: JSON.stringify(body) });
}
