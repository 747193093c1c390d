import { Page } from '../components/page.tsx';
import { FeedbackForm } from '../features/feedback/feedback-form.tsx';
import { SwitchedOff } from '../features/maintenance/switched-off.tsx';
import { t } from '../texts/index.ts';

export function FeedbackPage() {
  return (
    <Page title={t('menu.feedback')} subtitle={t('feedback.subtitle')}>
      <SwitchedOff name="feedback">
        <FeedbackForm />
      </SwitchedOff>
    </Page>
  );
}
