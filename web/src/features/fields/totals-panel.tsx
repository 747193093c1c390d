import { type KeptTotal, limits, type SchemaAnswer, type StorageSchema } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { rowStyle } from './row-style.ts';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, withoutTotal } from './schema-edits.ts';

interface TotalsPanelProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  onAdd: () => void;
}

/** Totals that the storage keeps with every write, and whether they answer yet. */
export function TotalsPanel({ storage, answer, onAdd }: TotalsPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const save = useSaveSchema(storage);
  const { schema, totalStates = [] } = answer;
  const { totals = [] } = schema;
  const change = (changed: StorageSchema) => save.mutate(changeOf(answer, changed), { onSuccess: () => panel.current?.focus() });
  return (
    <Panel
      title={t('fields.totals')}
      about={t('fields.totalsAbout')}
      action={
        totals.length < limits.keptTotals && (
          <Writes>
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={onAdd} sx={{ flexShrink: 0 }}>
              {t('fields.addTotal')}
            </Button>
          </Writes>
        )
      }
    >
      <Box ref={panel} tabIndex={-1} sx={{ outline: 'none', display: 'flex', flexDirection: 'column', gap: 4 }}>
        {save.error && <Refusal error={save.error} />}
        {totals.length === 0 ? (
          <Typography color="textSecondary">{t('fields.totalsNone')}</Typography>
        ) : (
          <Box component="ul" aria-label={t('fields.totals')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {totals.map((total, i) => {
              const name = totalName(total);
              return (
                <Box component="li" key={name} sx={{ ...rowStyle, flexWrap: 'nowrap' }}>
                  <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                    <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
                    <Typography variant="body2" color={totalStates[i] === 'full' ? 'error' : 'textSecondary'} component="output">
                      {t(`fields.totalState.${totalStates[i] ?? 'counting'}`)}
                    </Typography>
                  </Box>
                  <Writes>
                    <IconButton
                      size="small"
                      aria-label={t('fields.removeTotal', { name })}
                      disabled={save.isPending}
                      onClick={() => change(withoutTotal(schema, total))}
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

function totalName({ by, sum = [] }: KeptTotal): string {
  const names = by.join(t('between'));
  const sums = sum.join(t('between'));
  if (by.length === 0) return t('fields.totalOf', { sums });
  return sum.length === 0 ? t('fields.countBy', { names }) : t('fields.totalBy', { names, sums });
}
