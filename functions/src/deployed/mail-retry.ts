import { retryMail } from '../domain/mail/outbox.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Mails that a request could not send. */
export const mailRetry = job('mailRetry', 'every 5 minutes', () => retryMail(services));
