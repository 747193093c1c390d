/**
 * The switch that turns off what only makes requests faster or cheaper (decision 031): the memories of an instance, the REST transport
 * and the changes to the runtime. Answers stay the same.
 */
export const isPlain = process.env.BEDPLATE_PLAIN === '1';
