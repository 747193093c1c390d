import { Page } from '../components/page.tsx';
import { FeedbackForm } from '../features/feedback/feedback-form.tsx';
import { t } from '../texts/index.ts';

export function FeedbackPage() {
  return (
    <Page title={t('menu.feedback')} subtitle={t('feedback.subtitle')}>
      <FeedbackForm />
    </Page>
  );
}
