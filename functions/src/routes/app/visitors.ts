import { ContactMessage, contactMessages, PageView, PageVote } from '@bedplate/contract';
import type { Router } from 'express';
import { receiveMessage } from '../../domain/feedback/receive-message.ts';
import { recordVisit } from '../../domain/visits/record-visit.ts';
import { recordVote } from '../../domain/visits/record-vote.ts';
import { clientAddress } from '../../http/client-address.ts';
import { anyone, handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

/** Calls that the public site sends for people without an account. */
export function visitorRoutes(services: Services): Router {
  return routes({
    '/contact-us': {
      post: handle(ifOn(services, 'feedback', anyone), { body: ContactMessage }, async ({ body, req }) => {
        await receiveMessage(services, body, clientAddress(req));
        return { message: contactMessages.sent };
      }),
    },
    '/documentation/votes': {
      post: handle(anyone, { body: PageVote }, async ({ body, req }) => {
        await recordVote(services, body, clientAddress(req));
        return {};
      }),
    },
  });
}

export function trackingRoutes(services: Services): Router {
  return routes({
    '/superadmin/track': {
      post: handle(anyone, { body: PageView }, async ({ body, req }) => {
        await recordVisit(services, { path: body.path, ipAddress: clientAddress(req) }, req);
        return {};
      }),
    },
  });
}
