import type { FieldProblem, LiveReach } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { inOurWords } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';

/** What LiveSync opens under rules. */
export function LiveNote({ live: { users, keys } }: { live: LiveReach }) {
  return (
    <Alert severity="info">
      {t(`accessRules.live.${users}`)} {t(keys ? 'accessRules.live.keys' : 'accessRules.live.noKeys')}
    </Alert>
  );
}

/** What rules cost or leave open. */
export function Remarks({ remarks }: { remarks: readonly FieldProblem[] }) {
  // What LiveSync cannot decide is said by `LiveNote`.
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
