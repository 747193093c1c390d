import type { AttemptLimit } from './attempts.ts';
import { say } from '../../errors/api-error.ts';

const quarter = 15 * 60_000;

/** Wrong passwords for one e-mail address, known or not. */
export const perAccount: AttemptLimit = { scope: 'login-account', max: 10, windowMillis: quarter, message: say('tooManyLogins') };
/** Failed logins from one network, whatever account they tried. */
export const perAddress: AttemptLimit = { scope: 'login-ip', max: 50, windowMillis: quarter, message: say('tooManyLogins') };
