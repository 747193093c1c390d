import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from './user-error.mjs';
import { root } from './paths.mjs';

export const usage = `npm start                        the whole product on this machine, with demo data when empty
npm start -- --empty             without the demo data
npm start -- --data <dir>        keep the data in another folder (default .bedplate/data)
npm start -- --port-offset <n>   add n to every port, to run beside another copy (1000 or more)
npm start -- --official          Google's own emulator JARs (needs Java 21 and the network)
npm run dev                      the same with hot reload of web/ and rebuilds of functions/`;

/**
 * @param {string[]} argv arguments after the script's name
 * @returns {{ seed: boolean, dev: boolean, official: boolean, dataDir: string, portOffset: number, help: boolean }}
 * @throws {UserError} for an unknown or malformed option
 */
export function readOptions(argv) {
  const { empty, dev, official, data, help, 'port-offset': offset } = parse(argv);
  const portOffset = Number(offset);
  if (!/^\d{1,5}$/.test(offset) || portOffset > 50_000) throw new UserError('--port-offset must be a whole number from 0 to 50000.');
  return { seed: !empty, dev, official, dataDir: resolve(data ?? `${root}/.bedplate/data`), portOffset, help };
}

function parse(argv) {
  try {
    return parseArgs({
      args: argv,
      options: {
        empty: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        official: { type: 'boolean', default: false },
        data: { type: 'string' },
        'port-offset': { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${error.message}\n\n${usage}`);
  }
}
