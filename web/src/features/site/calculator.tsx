import { useState } from 'react';
import { t } from '../../texts/landing.ts';
import { costOf, type PlanCard } from './plan-cards.ts';
import { cheapest } from './price-of.ts';

/** From ten thousand to ten million, in steps that feel even. */
const steps = [10_000, 20_000, 30_000, 50_000, 75_000, 100_000, 150_000, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000];

/** A slider of calls a month, and what they cost. */
export function Calculator({ cards }: { cards: readonly PlanCard[] }) {
  const [step, setStep] = useState(5);
  const calls = steps[step] ?? 0;
  const offer = cheapest(cards, calls);
  if (!offer) return null;
  const { card, dollars, bought } = offer;
  const shown = { calls: calls.toLocaleString('en-US'), plan: card.title, price: costOf(dollars), bought: bought.toLocaleString('en-US') };
  return (
    <div className="calculator">
      <label htmlFor="calls-a-month">{t('calculator.label')}</label>
      <input
        id="calls-a-month"
        type="range"
        min={0}
        max={steps.length - 1}
        value={step}
        aria-valuetext={shown.calls}
        onChange={(event) => setStep(Number(event.target.value))}
      />
      <output htmlFor="calls-a-month">
        <strong>{t('calculator.price', shown)}</strong> {t(bought > 0 ? 'calculator.withCredits' : 'calculator.inPlan', shown)}
      </output>
    </div>
  );
}
