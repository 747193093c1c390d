import { createDayCounters } from './day-counters.ts';

/** Of this instance: all that is counted of visitors shares its writes. */
export const addToDay = createDayCounters();
