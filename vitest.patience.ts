/**
 * How long the tests of every workspace wait, in milliseconds. A machine with other work is
 * sometimes ten times slower; what never comes still fails.
 */
export const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } };
