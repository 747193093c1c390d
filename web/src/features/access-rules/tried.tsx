import type { Grants, TriedAs, TriedDecision } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CodeFrame } from '../../components/code-frame.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { inOurWords } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { SavedBeside } from './saved-beside.tsx';
import { verbWords, verdictWords } from './verdict-words.ts';

/** The outcome of a trial: what is seen and what may be done, rule by rule, and beside it what the saved rules say. */
export function Tried({ tried, rules }: { tried: TriedAs; rules: Grants }) {
  const { looked, listed, shown, record, decisions, saved } = tried;
  const counts = { looked: t('accessRules.records', { count: looked }), listed: t('accessRules.records', { count: listed }) };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, mt: 4 }}>
      <Typography component="output">{t('accessRules.tryListed', counts)}</Typography>
      {saved && <SavedBeside tried={tried} saved={saved} />}
      {record && <Shown title={t('accessRules.tryRead')} value={record} />}
      {shown.length > 0 && <Shown title={t('accessRules.tryShown')} value={shown} />}
      <Box component="ul" aria-label={t('accessRules.tryAs')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {decisions.map((decision) => (
          <Decided key={decision.verb} decision={decision} rules={rules} />
        ))}
      </Box>
    </Box>
  );
}

function Decided({ decision, rules }: { decision: TriedDecision; rules: Grants }) {
  const { verb, verdicts, refusal = [], left } = decision;
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{verbWords(decision)}</Typography>
      {refusal.map((problem) => (
        <Typography key={`${problem.field} ${problem.message}`} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {inOurWords(problem)}
        </Typography>
      ))}
      {rules.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rules have no names
        <Typography key={at} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('accessRules.ofRule', { number: at + 1, message: verdictWords(rule, verb, verdicts[at]) })}
        </Typography>
      ))}
      {left && (
        <Box sx={{ mt: 2 }}>
          <Shown title={t('accessRules.tryLeft')} value={left} />
        </Box>
      )}
    </Box>
  );
}

function Shown({ title, value }: { title: string; value: unknown }) {
  const json = JSON.stringify(value, null, 2);
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <CodeFrame text={json} copyLabel={t('accessRules.copyShown')} maxHeight={240}>
        <JsonText json={json} />
      </CodeFrame>
    </Box>
  );
}
