import { messages } from '@bedplate/contract';
import { Router } from 'express';
import { z } from 'zod';
import { countAttempt } from '../../domain/rate-limits/attempts.ts';
import { linkedImage } from '../../domain/feedback/image-link.ts';
import { readForm } from '../../domain/feedback/read-form.ts';
import { sendFeedback } from '../../domain/feedback/send-feedback.ts';
import { anyone, handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import type { Services } from '../../services/services.ts';
import { say } from '../../errors/say.ts';

const perHour = {
  scope: 'feedback',
  max: 20,
  windowMillis: 3_600_000,
  message: say('feedbackMany'),
};

/** Sends messages, and opens their images by signed addresses. Staff read the messages at the same path. */
export function feedbackRoutes(services: Services, { may }: AccountGuards): Router {
  const router = Router({ caseSensitive: true }).get(
    '/feedback/image/:ticket',
    handle(anyone, { params: z.object({ ticket: z.string().max(1000) }) }, async ({ params, res }) => {
      const { content, type } = await linkedImage(services, params.ticket);
      res.status(200).set({ 'Content-Type': type, 'Content-Disposition': 'inline', 'Cache-Control': 'private, no-store' }).end(content);
      return undefined;
    }),
  );
  return router.post(
    '/feedback',
    handle(ifOn(services, 'feedback', may('feedback.send')), { readsBody: true, status: 201 }, async ({ caller, req }) => {
      await countAttempt(services, perHour, caller.uid);
      const data = await sendFeedback(services, caller, await readForm(req));
      return { message: messages.feedbackSent, data };
    }),
  );
}
