import { isProjectBound } from '@bedplate/contract';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { SelectField } from '../../components/form/select-field.tsx';
import { t } from '../../texts/index.ts';
import { useAllProjects } from '../projects/project-queries.ts';
import type { MemberValues } from './member-schema.ts';

const roleOptions = [
  { value: 'admin', text: t('users.roleAdmin') },
  { value: 'manager', text: t('users.roleManager') },
  { value: 'developer', text: t('users.roleDeveloper') },
  { value: 'user', text: t('users.roleUser') },
];

/** Role, project and activity, which only an admin decides. */
export function RightsFields({ form }: { form: UseFormReturn<MemberValues, unknown, MemberValues> }) {
  const { control, formState, watch } = form;
  const projects = useAllProjects(true).data ?? [];
  const [role, active] = watch(['role', 'is_active']);
  const assigned = watch('projectId');
  const isBound = isProjectBound(role);
  const options = [
    { value: '', text: t('users.noProject') },
    ...projects.map(({ id, name }) => ({ value: id, text: name })),
    // The list is still on its way, or the project was archived.
    ...(assigned && !projects.some(({ id }) => id === assigned) ? [{ value: assigned, text: assigned }] : []),
  ];
  return (
    <>
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <SelectField label={t('users.role')} required options={roleOptions} error={formState.errors.role?.message} {...field} />
        )}
      />
      <Controller
        control={control}
        name="projectId"
        render={({ field }) => (
          <SelectField
            label={t('users.project')}
            options={options}
            help={active ? (isBound ? undefined : t('users.allProjects')) : t('users.inactiveProject')}
            error={formState.errors.projectId?.message}
            {...field}
            // A member belongs to one project, an admin to all of them.
            required={isBound}
            value={isBound ? field.value : ''}
            disabled={!active || !isBound}
          />
        )}
      />
      <Controller
        control={control}
        name="is_active"
        render={({ field: { value, ...field } }) => (
          <FormControlLabel
            sx={{ m: 0, gap: 3, alignItems: 'flex-start' }}
            control={<Switch {...field} checked={value} slotProps={{ input: { 'aria-describedby': 'active-help' } }} />}
            label={
              <>
                {t('users.active')}
                <Typography id="active-help" variant="body2" color="textSecondary">
                  {t('users.activeHelp')}
                </Typography>
              </>
            }
          />
        )}
      />
    </>
  );
}
