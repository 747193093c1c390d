import { messages } from '@bedplate/contract';
import { Router } from 'express';
import { countAttempt } from '../../domain/rate-limits/attempts.ts';
import { readForm } from '../../domain/feedback/read-form.ts';
import { sendFeedback } from '../../domain/feedback/send-feedback.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import type { Services } from '../../services/services.ts';
import { say } from '../../errors/api-error.ts';

const perHour = {
  scope: 'feedback',
  max: 20,
  windowMillis: 3_600_000,
  message: say('feedbackMany'),
};

/** Only POST: staff read the messages at the same path. */
export function feedbackRoutes(services: Services, { may }: AccountGuards): Router {
  return Router({ caseSensitive: true }).post(
    '/feedback',
    handle(ifOn(services, 'feedback', may('feedback.send')), { status: 201 }, async ({ caller, req }) => {
      await countAttempt(services, perHour, caller.uid);
      const data = await sendFeedback(services, caller, await readForm(req));
      return { message: messages.feedbackSent, data };
    }),
  );
}
