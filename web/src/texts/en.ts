import { account } from './en/account.ts';
import { common } from './en/common.ts';
import { projects } from './en/projects.ts';
import { records } from './en/records.ts';
import { site } from './en/site.ts';
import { storages } from './en/storages.ts';
import { users } from './en/users.ts';

/** Every text of the console in English; the keys are the type that another language has to fill. */
export const en = { ...common, ...account, ...projects, ...records, ...site, ...storages, ...users } as const;
