import { expect, test } from 'vitest';
import { figureOf, sourceFiles } from '../../../test/source-figures.ts';

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;

/** Every limit of attempts by its name: how many, and within which time. */
function attemptLimits(): Record<string, [max: number, windowMillis: number]> {
  return Object.fromEntries(
    sourceFiles().flatMap(({ code }) =>
      [...code.matchAll(/scope: '([\w-]+)',\s*max: ([^,]+),\s*windowMillis: ([^,\n]+),/g)].map(
        ([, scope, max = '', millis = '']): [string, [number, number]] => [scope ?? '', [figureOf(max, code), figureOf(millis, code)]],
      ),
    ),
  );
}

/** That each refuses is seen where it is used; here, when. */
test('so much may be tried, within such a time', () => {
  expect(attemptLimits()).toEqual({
    'app-team-invitations': [30, hour],
    'app-team-invitations-address': [5, hour],
    'app-user': [10, quarter],
    'app-user-code': [5, 10 * minute],
    'app-user-code-subject': [10, hour],
    'app-user-factor': [10, hour],
    'app-user-forgot': [3, quarter],
    'app-user-forgot-ip': [100, hour],
    'app-user-invitations': [500, hour],
    'app-user-invitations-address': [5, hour],
    'app-user-ip': [100, quarter],
    'app-user-mails': [5, hour],
    'app-user-mails-ip': [100, quarter],
    'app-user-passkey-ip': [300, quarter],
    'app-user-proof': [10, quarter],
    'app-user-provider-ip': [100, quarter],
    'app-user-sign-up': [20, hour],
    'app-user-teams': [20, hour],
    'confirm-identity': [10, quarter],
    'contact-email': [5, hour],
    'contact-ip': [5, hour],
    feedback: [20, hour],
    'forgot-email': [1, minute],
    'forgot-ip': [30, hour],
    'login-account': [10, quarter],
    'login-ip': [50, quarter],
    'office-export': [30, hour],
    'register-email': [5, hour],
    'register-ip': [30, hour],
    'register-member': [600, hour],
    'resend-ip': [30, hour],
    'resend-verification': [1, minute],
    'sandbox-send': [60, minute],
    'test-mail': [20, hour],
  });
});
