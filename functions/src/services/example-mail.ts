import { type AppMailKind, type AppMailTrial, appMailKinds, appMailWords } from '@bedplate/contract';
import { type AppMailValues, fillMail } from './app-mail.ts';
import type { RenderedMail } from './layout.ts';

const withLink: readonly AppMailKind[] = ['signInLink', 'invitedLink', 'teamLink'];

/** Words for every place of a mail, so that its owner sees it as its readers will. @param app the name of the project */
export function exampleMail({ kind, language, mails }: AppMailTrial, app: string): RenderedMail {
  const places: readonly string[] = appMailKinds[kind];
  const values = {
    name: 'Ada Lovelace',
    app,
    ...(places.includes('code') && { code: '482 913' }),
    ...(withLink.includes(kind) && { code: '482 913', link: 'https://example.com/sign-in#example' }),
    day: '2030-01-31',
    team: 'North',
    inviter: 'Grace Hopper',
    passkey: 'Ada’s phone',
    ...(places.includes('way') && { way: 'totp' as const }),
    ...(places.includes('ways') && { ways: appMailWords.ways }),
  };
  return fillMail(kind, { values: values as AppMailValues['app-user-sign-in'], mails, language }); // the places of this kind alone are read
}
