import { randomBytes } from 'node:crypto';
import { addressesAt } from '../../scripts/suite/addresses.mjs';

export const password = 'Correct-horse-9';

/**
 * Shared by the scripts of this folder: calls to a running copy, each from a network of its own, so that the limits per network do
 * not hide what is tested.
 * @param problems gets a line for each call without an answer
 * @param baseOf where a path is answered, when not at the copy's own address
 */
export function accountsClient(offset, problems = [], baseOf = undefined) {
  const { web, inbox, firestoreHost } = addressesAt(offset);
  const statuses = {};

  /** @returns null when fetch itself refuses such a header or address, or no answer came */
  async function send(method, path, body, headers = ownNetwork()) {
    const started = performance.now();
    try {
      const response = await fetch((baseOf?.(path) ?? web) + path, {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      return { status: response.status, text, millis: performance.now() - started };
    } catch (error) {
      if (!(error instanceof TypeError && error.cause === undefined))
        problems.push(`No answer for ${method} ${path.slice(0, 120)}: ${error.cause ?? error}`);
      return null;
    }
  }

  const post = (path, body, headers) => send('POST', path, JSON.stringify(body), headers);
  const mailsTo = async (email) => (await fetch(`${inbox}/api/email?to=${encodeURIComponent(email)}`)).json();

  /** The newest mail, once there is one that `seen` does not count. */
  async function mailTo(email, seen = 0) {
    for (let at = 0; at < 200; at += 1) {
      const mails = await mailsTo(email);
      if (mails.length > seen) return mails[0];
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`No mail to ${email}.`);
  }

  /** @returns addresses of fresh accounts, verified by default */
  async function registered(number, isVerified = true) {
    const emails = Array.from({ length: number }, freshEmail);
    await inLanes(8, emails, async (email) => {
      await post('/app/authentication/register', { name: 'Ken Known', email, password, confirmPassword: password });
      if (!isVerified) return;
      const [, token] = /\/user\/([^/\s"]+)\//.exec((await mailTo(email)).html);
      await send('GET', `/app/verify/user/${token}`);
    });
    return emails;
  }

  return { web, inbox, firestoreHost, statuses, send, post, mailTo, mailsTo, registered };
}

export function ownNetwork() {
  return { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${randomPart()}:${randomPart()}::1` };
}

export function freshEmail() {
  return `probe-${randomBytes(6).toString('hex')}@example.test`;
}

/** Works through `items`, `lanes` at a time. */
export async function inLanes(lanes, items, work) {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Prints the problems and ends with 1 when there are any. */
export function finish(problems) {
  for (const problem of problems.slice(0, 20)) console.error(problem);
  console.log(problems.length ? `${problems.length} problems` : 'No problem found');
  process.exit(problems.length ? 1 : 0);
}

function randomPart() {
  return randomBytes(2).toString('hex');
}
