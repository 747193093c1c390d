import { can } from '@bedplate/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { takeWishedPlan } from '../../lib/wished-plan.ts';

/**
 * Leads a person who chose a plan on the site, and has signed in since, to the form that buys it.
 */
export function useWishedPlan(): void {
  const { role } = useSignedIn();
  const navigate = useNavigate();
  useEffect(() => {
    const plan = takeWishedPlan();
    if (plan && can(role, 'billing.manage')) void navigate(paths.billing(plan));
  }, [role, navigate]);
}
