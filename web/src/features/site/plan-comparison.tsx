import { t } from '../../texts/landing.ts';
import { planNumbers, type PlanCard } from './plan-cards.ts';

type Numbers = (typeof planNumbers)[keyof typeof planNumbers];

const rows: readonly { key: string; title: string; value: (numbers: Numbers, card: PlanCard) => string }[] = [
  { key: 'credits', title: t('compare.credits'), value: (_, { credits }) => count(credits) },
  { key: 'projects', title: t('compare.projects'), value: ({ projects }) => count(projects) },
  { key: 'storages', title: t('compare.storages'), value: ({ storagesPerProject }) => count(storagesPerProject) },
  { key: 'members', title: t('compare.members'), value: ({ members }) => count(members) },
  { key: 'files', title: t('compare.files'), value: ({ fileGibibytes }) => `${count(fileGibibytes)} GiB` },
  { key: 'backups', title: t('compare.backups'), value: ({ backupDays }) => t('compare.days', { count: count(backupDays) }) },
  { key: 'requests', title: t('compare.requests'), value: ({ requestLogDays }) => t('compare.days', { count: count(requestLogDays) }) },
];

/** The limits of the plans side by side; what no plan limits is said below. */
export function PlanComparison({ cards }: { cards: readonly PlanCard[] }) {
  return (
    <details className="comparison">
      <summary>{t('compare.title')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <section className="table" aria-label={t('compare.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('compare.limit')}</th>
              {cards.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, title, value }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                {cards.map((card) => (
                  <td key={card.key}>{value(planNumbers[card.tier], card)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>{t('compare.always')}</p>
    </details>
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
