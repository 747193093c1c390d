/** @returns {Promise<any>} the answer's JSON @throws {Error} that names the call, for any refusal */
export async function send(url, { method, headers = {}, body }) {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The demo could not be written: ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export function bearer(token) {
  return { authorization: `Bearer ${token}` };
}

export async function inTurns(jobs, run, atOnce = 4) {
  const left = [...jobs];
  const worker = async () => {
    for (let job = left.shift(); job; job = left.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
