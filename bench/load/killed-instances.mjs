import { startInstance } from './instances.mjs';

/**
 * Several instances of the API. Between `begin` and `calm` one of them is killed every `everyMillis` and another started in its place.
 * @returns `send` to any of them, `first` as an address that stays after `calm`, how many were killed, and `end`, which ends them all
 */
export async function killedInstances({ offset, count, everyMillis = 1000 }) {
  const instances = await Promise.all(Array.from({ length: count }, () => startInstance('api', offset)));
  const state = { kills: 0, isCalm: false, work: Promise.resolve() };

  async function kill() {
    while (!state.isCalm) {
      await new Promise((done) => setTimeout(done, everyMillis));
      const i = Math.floor(Math.random() * count);
      instances[i].kill();
      state.kills += 1;
      instances[i] = await startInstance('api', offset);
    }
  }

  return {
    begin: () => {
      state.work = kill();
    },
    calm: () => {
      state.isCalm = true;
      return state.work;
    },
    kills: () => state.kills,
    first: () => instances[0].url,
    end: () => {
      for (const instance of instances) instance.kill();
    },
    /** @returns status 0 without an answer: what a dead instance was asked for may have happened or not */
    async send(method, at, { headers, body }) {
      for (;;) {
        const { url } = instances[Math.floor(Math.random() * count)];
        const signal = AbortSignal.timeout(30_000);
        try {
          const response = await fetch(url + at, { method, headers, body: body && JSON.stringify(body), signal });
          return { status: response.status, text: await response.text() };
        } catch (error) {
          if (error.cause?.code !== 'ECONNREFUSED') return { status: 0, text: '' };
          await new Promise((done) => setTimeout(done, 20)); // nobody was asked
        }
      }
    },
  };
}

/** @returns `send` with an app's keys, which counts the answers and notes those that should not be; busy is an answer: a dead instance's transaction holds its documents for a while */
export function countedCalls({ instances, headers, answers, problems }) {
  return async (method, at, body) => {
    const answer = await instances.send(method, at, { headers, body });
    answers[`${method} ${answer.status}`] = (answers[`${method} ${answer.status}`] ?? 0) + 1;
    if (answer.status >= 500 && answer.status !== 503)
      problems.push(`${method} ${at} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
    return answer;
  };
}
