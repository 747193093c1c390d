import { print, printFloat, printPath, printTimestamp } from '../values/print.ts';
import { RuleError, type RuleValue } from '../values/value.ts';
import { int64, intOfFloat } from './int64.ts';
import { type Overload, overload } from './overload.ts';
import { pathOf } from './path.ts';

/** Functions without a receiver or a namespace. There is no bool(): production has none. */
export const castFunctions: Readonly<Record<string, readonly Overload[]>> = {
  int: [overload(['int'], (x) => x), overload(['float'], intOfFloat), overload(['string'], intOfString)],
  float: [overload(['number'], (x) => Number(x)), overload(['string'], floatOfString)],
  string: [
    overload(['string'], (x) => x),
    overload(['float'], printFloat),
    overload(['int'], String),
    overload(['bool'], String),
    overload(['null'], String),
    overload(['path'], printPath),
    overload(['timestamp'], printTimestamp),
    overload(['duration'], (x) => print(x)),
  ],
  path: [overload(['string'], pathOf)],
};

function intOfString(text: string): RuleValue {
  return /^[+-]?\d{1,19}$/.test(text) ? int64(BigInt(text)) : new RuleError(`Cannot convert '${text.slice(0, 60)}' to an integer.`);
}

function floatOfString(text: string): RuleValue {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)
    ? Number(text)
    : new RuleError(`Cannot convert '${text.slice(0, 60)}' to a float.`);
}
