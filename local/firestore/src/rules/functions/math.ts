import { int64, intOfFloat } from './int64.ts';
import { type Overload, overload } from './overload.ts';

export const mathFunctions: Readonly<Record<string, readonly Overload[]>> = {
  abs: [overload(['int'], (x) => int64(x < 0n ? -x : x)), overload(['float'], (x) => Math.abs(x))],
  ceil: [overload(['int'], (x) => x), overload(['float'], (x) => intOfFloat(Math.ceil(x)))],
  floor: [overload(['int'], (x) => x), overload(['float'], (x) => intOfFloat(Math.floor(x)))],
  round: [overload(['int'], (x) => x), overload(['float'], (x) => intOfFloat(Math.round(x)))],
  sqrt: [overload(['number'], (x) => Math.sqrt(Number(x)))],
  pow: [overload(['number', 'number'], (x, y) => Number(x) ** Number(y))],
  isNaN: [overload(['number'], (x) => Number.isNaN(Number(x)))],
};
