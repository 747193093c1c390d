import type { SchemaAnswer, StorageSchema } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { useRefusal, Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { rowStyle } from './row-style.ts';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, sharedRulesOf, withoutRule } from './schema-edits.ts';

interface RulesPanelProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  onAdd: () => void;
}

/** Rules for whole records: fields that only together are unique, and whether a record may have other fields. */
export function RulesPanel({ storage, answer, onAdd }: RulesPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const save = useSaveSchema(storage);
  const refusal = useRefusal();
  const { schema } = answer;
  const rules = sharedRulesOf(schema);
  const change = (changed: StorageSchema, onSuccess = () => {}) => save.mutate(changeOf(answer, changed), { onSuccess });
  return (
    <Panel
      title={t('fields.rules')}
      about={t('fields.rulesAbout')}
      action={
        Object.keys(schema.fields).length > 1 && (
          <Writes>
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={onAdd} sx={{ flexShrink: 0 }}>
              {t('fields.addUnique')}
            </Button>
          </Writes>
        )
      }
    >
      <Box ref={panel} tabIndex={-1} sx={{ outline: 'none', display: 'flex', flexDirection: 'column', gap: 4 }}>
        {save.error && <Refusal error={save.error} />}
        <Box>
          <SwitchField
            label={t('fields.closed')}
            checked={save.isPending ? save.variables.schema.closed : schema.closed}
            disabled={refusal !== null}
            onChange={(closed) => change({ ...schema, closed })}
          />
          <Typography variant="body2" color="textSecondary">
            {t('fields.closedAbout')}
          </Typography>
        </Box>
        {rules.length > 0 && (
          <Box component="ul" aria-label={t('fields.sharedUnique')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rules.map((rule) => {
              const names = rule.fields.join(t('between'));
              return (
                <Box component="li" key={names} sx={{ ...rowStyle, flexWrap: 'nowrap' }}>
                  <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                    <Typography variant="mono" component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                      {names}
                    </Typography>
                    <Typography variant="body2" color="textSecondary">
                      {[t('fields.together'), ...(rule.ignoreCase ? [t('field.ignoreCase')] : [])].join(' · ')}
                    </Typography>
                  </Box>
                  <Writes>
                    <IconButton
                      size="small"
                      aria-label={t('fields.removeUnique', { names })}
                      disabled={save.isPending}
                      onClick={() => change(withoutRule(schema, rule), () => panel.current?.focus())}
                    >
                      <DeleteOutlined fontSize="inherit" />
                    </IconButton>
                  </Writes>
                </Box>
              );
            })}
          </Box>
        )}
      </Box>
    </Panel>
  );
}
