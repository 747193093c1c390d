import type { RE2JS } from 're2js';
import { RuleError, type RuleValue } from '../values/value.ts';
import { type Overload, overload } from './overload.ts';
import { regexOf } from './regex.ts';

export const stringMethods: Readonly<Record<string, readonly Overload[]>> = {
  matches: [overload(['string', 'string'], (self, pattern) => withRegex(pattern, (regex) => regex.matches(self)))],
  lower: [overload(['string'], (self) => self.toLowerCase())],
  upper: [overload(['string'], (self) => self.toUpperCase())],
  trim: [overload(['string'], (self) => self.trim())],
  size: [overload(['string'], (self) => BigInt(self.length))],
  split: [overload(['string', 'string'], (self, pattern) => withRegex(pattern, (regex) => regex.split(self)))],
  replace: [overload(['string', 'string', 'string'], (self, pattern, by) => withRegex(pattern, (regex) => replaceAll(self, regex, by)))],
  toUtf8: [overload(['string'], (self) => new TextEncoder().encode(self))],
};

function withRegex(pattern: string, run: (regex: RE2JS) => RuleValue): RuleValue {
  const regex = regexOf(pattern);
  return regex instanceof RuleError ? regex : run(regex);
}

function replaceAll(text: string, regex: RE2JS, by: string): RuleValue {
  try {
    return regex.matcher(text).replaceAll(by);
  } catch (error) {
    return new RuleError(`Invalid replacement. ${error instanceof Error ? error.message : ''}`.trim());
  }
}
