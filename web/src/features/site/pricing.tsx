import { useEffect, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { rememberWishedPlan } from '../../lib/wished-plan.ts';
import { t } from '../../texts/public.ts';
import { CheckIcon } from '../../components/site-icons.tsx';
import { Calculator } from './calculator.tsx';
import { cardOf, freeCard, type Plan, type PlanCard } from './plan-cards.ts';
import { PlanComparison } from './plan-comparison.tsx';

/** The free plan, and what is for sale. Without an answer only the free plan is shown. */
export function Pricing() {
  const plans = usePlans();
  const cards = [freeCard, ...plans.map(cardOf)];
  return (
    <section className="band frame" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{t('pricing.title')}</h2>
      <p className="lead">{t('pricing.text')}</p>
      <ul className="cards plans">
        {cards.map((card) => (
          <PlanItem key={card.key} card={card} />
        ))}
      </ul>
      <Calculator cards={cards} />
      <PlanComparison cards={cards} />
    </section>
  );
}

function PlanItem({ card }: { card: PlanCard }) {
  return (
    <li className={card.special ? 'card plan special' : 'card plan'}>
      <h3>
        {card.title} {card.special && <span className="chip">{t('pricing.popular')}</span>}
      </h3>
      <p className="cost">
        <strong>{card.cost}</strong> {card.interval && t('pricing.per', { interval: card.interval })}
      </p>
      <p>{card.description}</p>
      <ul className="benefits">
        {card.benefits.map(({ text, soon }) => (
          <li key={text}>
            <CheckIcon />
            <span>
              {text} {soon && <span className="chip">{t('pricing.soon')}</span>}
            </span>
          </li>
        ))}
      </ul>
      <PlanButton card={card} />
    </li>
  );
}

/**
 * Leads to the form that buys the plan: an owner at once, everybody else after they have signed up
 * or in.
 */
function PlanButton({ card: { planId, special, button } }: { card: PlanCard }) {
  const session = useSession();
  const isOwner = session?.role === 'admin';
  return (
    <a
      className={special ? 'button primary' : 'button outlined'}
      href={planId && isOwner ? paths.billing(planId) : paths.register()}
      onClick={() => planId && !isOwner && rememberWishedPlan(planId)}
    >
      {button}
    </a>
  );
}

/** A failure is kept and not shown: the free plan is enough to start with. */
function usePlans(): Plan[] {
  const [state, setState] = useState<{ plans: Plan[]; error: string | null }>({ plans: [], error: null });
  useEffect(() => {
    const ended = new AbortController();
    void loadPlans(ended.signal).then(
      (plans) => setState({ plans, error: null }),
      () => ended.signal.aborted || setState({ plans: [], error: 'Failed to load products' }),
    );
    return () => ended.abort();
  }, []);
  return state.plans;
}

async function loadPlans(signal: AbortSignal): Promise<Plan[]> {
  const headers = { Authorization: `Bearer ${localStorage.getItem('token') ?? ''}` };
  const response = await fetch('/api/subscriptions/premium-products', { headers, signal });
  const { success, data } = (await response.json()) as { success?: boolean; data?: Plan[] }; // checked in the next line
  if (!success || !Array.isArray(data)) throw new Error('The plans did not come.');
  return data;
}
