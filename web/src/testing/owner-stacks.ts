import * as react from 'react';

/** React's own state, of the whole process; `recentlyCreatedOwnerStacks` counts the elements that have noted where they were made. */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<string, object>;

// In development elements note the stack of their making, up to ten thousand in a second, and warnings print it: a fourteenth of the
// processor's time of our tests, which read no such stack. Decision 119.
if (internals && process.env.BEDPLATE_PLAIN !== '1')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {}, configurable: true });
