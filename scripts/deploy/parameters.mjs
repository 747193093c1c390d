import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../suite/paths.mjs';
import { UserError } from '../suite/user-error.mjs';

const folder = 'functions/config';

/**
 * A project's parameters, read before anything is built: the example's own values would deploy as well, and its links would lead nowhere.
 * @returns {Record<string, string>}
 * @throws {UserError} that names each missing or wrong one
 */
export function parametersOf(project) {
  const file = `${folder}/.env.${project}`;
  if (!existsSync(join(root, file))) throw new UserError(`${file} is missing: copy ${folder}/env.example there and fill it in.`);
  const values = parseEnv(read(file));
  const problems = problemsOfParameters(values, Object.keys(parseEnv(read(`${folder}/env.example`))));
  if (problems.length > 0) throw new UserError(`${file} is not complete:\n${problems.map((one) => `- ${one}`).join('\n')}`);
  return values;
}

/** @param {Record<string, string>} values @param {string[]} names of all parameters @returns {string[]} */
export function problemsOfParameters(values, names) {
  const { PUBLIC_ORIGIN = '', MAIL_FROM = '', WEB_API_KEY = '', STRIPE_API_BASE = '', MAX_INSTANCES = '', SIGN_IN_STAND_IN = '' } = values;
  return [
    ...names
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} has no line; it may be empty where docs/deploy.md says so.`),
    ...(/^https:\/\/[^/\s]+$/.test(PUBLIC_ORIGIN) ? [] : ['PUBLIC_ORIGIN is an https address without a slash at the end.']),
    ...['PUBLIC_ORIGIN', 'MAIL_FROM']
      .filter((name) => values[name]?.includes('example.com'))
      .map((name) => `${name} is still the example's.`),
    ...(MAIL_FROM.includes('@') ? [] : ['MAIL_FROM has no address.']),
    ...(WEB_API_KEY === '' ? ['WEB_API_KEY is empty.'] : []),
    ...(STRIPE_API_BASE === '' ? [] : ['STRIPE_API_BASE is the address of the local stand-in: leave it empty.']),
    ...(SIGN_IN_STAND_IN === '' ? [] : ['SIGN_IN_STAND_IN is for the local suite: take the line away.']),
    ...(/^[1-9]\d*$/.test(MAX_INSTANCES) ? [] : ['MAX_INSTANCES is a whole number.']),
  ];
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
