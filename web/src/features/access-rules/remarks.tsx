import type { FieldProblem, LiveReach } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { inOurWords } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { sentences } from './rule-words.ts';

/** The part of rules that LiveSync decides. */
export function LiveNote({ live: { users, keys } }: { live: LiveReach }) {
  return <Alert severity="info">{sentences(t(`accessRules.live.${users}`), t(`accessRules.live.keys.${keys}`))}</Alert>;
}

/** Costs of rules, and gaps that they leave. */
export function Remarks({ remarks }: { remarks: readonly FieldProblem[] }) {
  // `LiveNote` says what LiveSync cannot decide.
  const others = remarks.filter(({ key }) => key !== 'grantNotLive');
  if (others.length === 0) return null;
  return (
    <Alert severity="warning">
      {others.map((remark) => (
        <div key={`${remark.field} ${remark.message}`}>{ruleRemark(remark, inOurWords(remark))}</div>
      ))}
    </Alert>
  );
}

/** @returns a message with the number of its rule: `grants[0].if` is rule 1 */
export function ruleRemark({ field }: Pick<FieldProblem, 'field'>, message: string): string {
  const [, at] = /^grants\[(\d+)\]/.exec(field) ?? [];
  return at === undefined ? message : t('accessRules.ofRule', { number: Number(at) + 1, message });
}
