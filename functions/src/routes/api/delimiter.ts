import type { Request } from 'express';
import { invalidField } from '../../errors/api-error.ts';
import { textOf } from './parameters.ts';

/** @returns the character between the cells of a table, also by its name; undefined when it is not given @throws {ApiError} */
export function delimiterOf(req: Pick<Request, 'query'>): string | undefined {
  const given = textOf(req, 'delimiter');
  if (given === undefined || given === '') return undefined;
  const delimiter = Object.hasOwn(delimiters, given) ? delimiters[given] : given;
  if (delimiter !== undefined && /^[^\r\n"'\w\s+=@.-]$|^\t$/.test(delimiter)) return delimiter;
  throw invalidField('delimiter', 'delimiter must be a comma, a semicolon, a bar, a colon or tab, by its character or its name.');
}

const delimiters: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';' };
