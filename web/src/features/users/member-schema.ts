import { isProjectBound, MemberRegistration, type UserRow } from '@bedplate/contract';
import { z } from 'zod';
import { t } from '../../texts/index.ts';

/** The values of the form. `projectId` is '' for none, as in a select. */
export interface MemberValues {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
  role: string;
  projectId: string;
  is_active: boolean;
}

const needsProject = (values: MemberValues) => !isProjectBound(values.role) || values.projectId !== '' || !values.is_active;
const missingProject = { path: ['projectId'], message: t('users.noProject') };

// The contract's schema says what the call takes; the form's values are a part of that, and go out
// as they are.
const Values = z.custom<MemberValues>();

/** Everything is new: the contract's rules. */
export const NewMember = Values.superRefine((values, context) => {
  for (const issue of MemberRegistration.safeParse(values).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  }
}).refine(needsProject, missingProject);

/** Only the rights can be changed. */
export const KnownMember = Values.refine(needsProject, missingProject);

export function valuesOf(user: UserRow | null): MemberValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    confirmPassword: '',
    role: user?.role ?? 'admin',
    projectId: user?.projectId ?? '',
    is_active: user?.is_active ?? true,
  };
}
