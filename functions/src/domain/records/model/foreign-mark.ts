/** Begins a stored hash that another system has made. */
export const foreignMark = 'foreign:';
