/** In one file, as both are loaded with the first edit of a declared field or the first paste. */
export { pasteIntoCell } from './paste-into-cell.ts';
export { TypedCell } from './typed-cell.tsx';
