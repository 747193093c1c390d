import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from './user-error.mjs';

const longestEnd = 256 * 1024;
const mostLines = 20;
const saysError = /\berror\b|\w+Error:|\w+Exception:|\bfatal\b|\bfailed\b|⚠|✖/i;
const isStack = /^\s+(?:at |\{|\}|code:)/;

/**
 * Says what failed, the last error of its log and where the log is.
 * @param {string} what a sentence
 * @param {string} logFile
 * @returns {UserError}
 */
export function failure(what, logFile) {
  const lines = lastErrorIn(endOf(logFile));
  const error = lines.length > 0 ? `\nIts last error:\n${lines.map((line) => `  ${line}`).join('\n')}` : '';
  return new UserError(`${what}${error}\nThe whole log: ${logFile}`);
}

/** @returns {string[]} from the last line that reports an error; without one the last lines */
export function lastErrorIn(text) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const last = lines.findLastIndex((line) => saysError.test(line) && !isStack.test(line));
  if (last < 0) return lines.slice(-mostLines);
  return lines.slice(last, last + mostLines);
}

function endOf(file) {
  if (!existsSync(file)) return '';
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, longestEnd));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(handle);
  }
}
