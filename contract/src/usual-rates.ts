/** Calls in a minute, of one key and of one of its clients (an end user, else an address), unless the key says otherwise. */
export const usualRequestsPerMinute = 60_000;
export const usualRequestsPerMinutePerClient = 30_000;
