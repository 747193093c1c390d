/**
 * The switch that turns off what only makes requests faster or cheaper (decision 031): the memories of an instance, the REST transport
 * and the changes to the runtime. Answers stay the same.
 */
export const isPlain = process.env.BEDPLATE_PLAIN === '1';

/** The local suite has no scheduler: the process of the console's API runs the jobs instead. */
export const runsJobs = process.env.FUNCTIONS_EMULATOR === 'true' && process.env.FUNCTION_TARGET === 'app';
