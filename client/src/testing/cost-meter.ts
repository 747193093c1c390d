/** Firestore operations that calls were billed, as each answer states them. */
export interface Cost {
  reads: number;
  writes: number;
  deletes: number;
}

/** The matcher, to add to the types of your test runner, such as the interface `Matchers` of the module `vitest`. */
export interface CostMatchers<R = unknown> {
  /** Makes the call and fails when it costs more. What is left out may cost anything. */
  toCostAtMost(most: Partial<Cost>): Promise<R>;
}

export interface CostMeter {
  /** For `createClient({ fetch: meter.fetch, … })`. */
  readonly fetch: typeof globalThis.fetch;
  /** For `expect.extend(meter.matchers)`, of Vitest or Jest. */
  readonly matchers: { toCostAtMost(call: unknown, most: Partial<Cost>): Promise<{ pass: boolean; message: () => string }> };
  /**
   * The cost of a call, with its retries. Calls that run at the same moment are counted too.
   * @example const { reads } = await meter.costOf(() => orders.list({ where: { status: 'open' } }));
   */
  costOf(call: () => Promise<unknown>): Promise<Cost>;
}

const headers = { reads: 'X-Bedplate-Reads', writes: 'X-Bedplate-Writes', deletes: 'X-Bedplate-Deletes' } as const;
const names = ['reads', 'writes', 'deletes'] as const;

/**
 * Measures what calls cost, so that a test fails when a change makes one dearer.
 * @example
 * const meter = createCostMeter();
 * expect.extend(meter.matchers);
 * const orders = createClient({ ...keys, fetch: meter.fetch }).storage('orders', id);
 * await expect(() => orders.list({ where: { status: 'open' } })).toCostAtMost({ reads: 12 });
 */
export function createCostMeter(fetch: typeof globalThis.fetch = globalThis.fetch): CostMeter {
  const spent: Cost = { reads: 0, writes: 0, deletes: 0 };
  let answers = 0;

  async function costOf(call: () => Promise<unknown>): Promise<Cost> {
    const before = { ...spent };
    await call();
    return { reads: spent.reads - before.reads, writes: spent.writes - before.writes, deletes: spent.deletes - before.deletes };
  }

  return {
    async fetch(...request) {
      const answer = await fetch(...request);
      if (answer.headers.has(headers.reads)) answers += 1;
      for (const name of names) spent[name] += Number(answer.headers.get(headers[name]) ?? 0);
      return answer;
    },
    matchers: {
      async toCostAtMost(call, most) {
        if (typeof call !== 'function')
          throw new TypeError('toCostAtMost takes a function that makes the call: expect(() => orders.list()).');
        checkMost(most);
        const cost = await costOf(call as () => Promise<unknown>);
        if (answers === 0)
          throw new TypeError('No answer came through this meter: give its fetch to createClient, { fetch: meter.fetch }.');
        const over = names.filter((name) => cost[name] > (most[name] ?? Number.POSITIVE_INFINITY));
        const parts = (over.length > 0 ? over : names).map((name) => `${cost[name]} ${name}`).join(', ');
        const limit = names
          .filter((name) => most[name] !== undefined)
          .map((name) => `${most[name]} ${name}`)
          .join(', ');
        return { pass: over.length === 0, message: () => `The call cost ${parts}; at most ${limit} were expected.` };
      },
    },
    costOf,
  };
}

/** A limit that is misspelt would let every call pass. */
function checkMost(most: Partial<Cost>): void {
  const given = Object.entries(most ?? {});
  const isCost = ([name, value]: [string, unknown]) => names.includes(name as keyof Cost) && Number.isFinite(value);
  if (given.length > 0 && given.every(isCost)) return;
  throw new TypeError('toCostAtMost takes numbers of reads, writes or deletes: toCostAtMost({ reads: 12 }).');
}
