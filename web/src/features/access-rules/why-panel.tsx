import { type Grants, grantsOf, type RuleDecision } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useAccessVersion } from './access-calls.ts';
import { ruleWords } from './rule-words.ts';
import { verdictWords } from './verdict-words.ts';

/** Rule by rule, why access rules refused a call or cut its list, and what would have passed. */
export function WhyPanel({ storage, decision }: { storage: StorageRef; decision: RuleDecision }) {
  const titleId = useId();
  const { version, verb, record, settings } = decision;
  const asked = { version, verb: t(`grant.${verb}`), record: record ?? '' };
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 4 }}>
      <Typography variant="h3" id={titleId}>
        {t('accessRules.why')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', mb: 2 }}>
        {settings
          ? t(record === null ? 'accessRules.whySettingsMany' : 'accessRules.whySettingsOne', asked)
          : t(record === null ? 'accessRules.whyMany' : 'accessRules.whyOne', asked)}
      </Typography>
      {settings ? (
        <Verdicts grants={grantsOf(settings, settings.holdsUsers)} decision={decision} />
      ) : (
        <VersionVerdicts storage={storage} decision={decision} />
      )}
    </Box>
  );
}

function VersionVerdicts({ storage, decision }: { storage: StorageRef; decision: RuleDecision }) {
  return (
    <Loaded
      from={useAccessVersion(storage, decision.version)}
      waiting={<LoadingBlock height={84} />}
      failed={t('accessRules.failed')}
      isEmpty={({ grants }) => grants.length === 0}
      empty={<Typography>{t('accessRules.none')}</Typography>}
    >
      {({ grants }) => <Verdicts grants={grants} decision={decision} />}
    </Loaded>
  );
}

function Verdicts({ grants, decision: { verb, verdicts } }: { grants: Grants; decision: RuleDecision }) {
  return (
    <Box component="ol" aria-label={t('accessRules.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {grants.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rules have no names
        <Box component="li" key={at} sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{ruleWords(rule)}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {verdictWords(rule, verb, verdicts[at])}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
