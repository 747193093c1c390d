import type { ProposedField, SchemaAnswer, Storage } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { useToast } from '../../lib/toast.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { Examples } from './examples.tsx';
import { countWords, typeWords } from './field-words.ts';
import { useProposal, useSaveSchema } from './schema-calls.ts';
import { changeOf, withFields } from './schema-edits.ts';
import { rowStyle } from './row-style.ts';

interface ProposalPanelProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  storages: readonly Storage[];
}

/** The fields that stored records have and that nobody has declared: each can be declared as it looks. */
export function ProposalPanel({ storage, answer, storages }: ProposalPanelProps) {
  const proposal = useProposal(storage);
  const save = useSaveSchema(storage);
  const toast = useToast();
  const declare = (fields: readonly ProposedField[]) =>
    save.mutate(changeOf(answer, withFields(answer.schema, fields)), {
      onSuccess: () => toast.success(t('fields.declared', { names: fields.map(({ name }) => name).join(t('between')) })),
    });
  // Somebody else may have declared one since they were read.
  const proposed = (proposal.data ?? []).filter(({ name }) => !Object.hasOwn(answer.schema.fields, name));
  return (
    <Panel
      title={t('fields.proposal')}
      about={t('fields.proposalAbout')}
      action={
        proposed.length > 1 && (
          <Writes>
            <Button variant="outlined" color="inherit" disabled={save.isPending} onClick={() => declare(proposed)} sx={{ flexShrink: 0 }}>
              {t('fields.declareAll')}
            </Button>
          </Writes>
        )
      }
    >
      {save.error && <Refusal error={save.error} sx={{ mb: 3 }} />}
      <Loaded
        from={proposal}
        waiting={<LoadingBlock height={84} />}
        failed={t('fields.proposalFailed')}
        isEmpty={() => proposed.length === 0}
        empty={<Typography color="textSecondary">{t('fields.proposalNone')}</Typography>}
      >
        {() => (
          <Box component="ul" aria-label={t('fields.proposal')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {proposed.map((one) => (
              <Row
                key={one.name}
                storage={storage}
                proposed={one}
                storages={storages}
                isBusy={save.isPending}
                onDeclare={() => declare([one])}
              />
            ))}
            {proposed.some(({ isExact }) => !isExact) && (
              <Typography component="li" variant="body2" color="textSecondary" sx={{ pt: 3 }}>
                {t('fields.proposalNewest')}
              </Typography>
            )}
          </Box>
        )}
      </Loaded>
    </Panel>
  );
}

interface RowProps {
  storage: StorageRef;
  proposed: ProposedField;
  storages: readonly Storage[];
  isBusy: boolean;
  onDeclare: () => void;
}

function Row({ storage, proposed: { name, field, disagreeing, isExact, examples }, storages, isBusy, onDeclare }: RowProps) {
  return (
    <Box component="li" sx={rowStyle}>
      <Typography variant="mono" sx={{ flex: { xs: '1 1 100%', md: '1 1 160px' }, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Box sx={{ flex: '2 1 220px', minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
        <Typography>{typeWords(field, storages)}</Typography>
        {disagreeing > 0 && (
          <>
            <Typography variant="body2" color="textSecondary">
              {t('fields.disagree', { count: countWords({ count: disagreeing, isExact }) })}
            </Typography>
            <Examples storage={storage} examples={examples} />
          </>
        )}
      </Box>
      <Writes>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={isBusy}
          aria-label={t('fields.declareNamed', { name })}
          onClick={onDeclare}
          sx={{ flexShrink: 0 }}
        >
          {t('fields.declare')}
        </Button>
      </Writes>
    </Box>
  );
}
