import { emailShape } from '@bedplate/contract/email-address';
import { contactLimits, contactMessages } from '@bedplate/contract/texts/contact-texts';
import { timings } from '@bedplate/contract/timings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { t } from '../../texts/public.ts';

type State = { kind: 'idle' | 'sending' } | { kind: 'error' | 'success'; text: string };
const fields = ['name', 'email', 'message'] as const;

/** After an error the form keeps what was typed; after a success it is empty again. */
export function ContactForm() {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const sending = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const isBegun = () =>
    [...new FormData(element.current ?? undefined)].some(([name, value]) => value !== (name === 'message' ? begun() : ''));
  useUnsaved({ isUnsaved: isBegun });
  // The page is rendered before its address is known.
  useEffect(() => {
    const message = element.current?.elements.namedItem('message') as HTMLTextAreaElement | null; // named below
    if (message && message.value === '') message.defaultValue = begun();
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.current) return;
    const problem = problemOf(form);
    if (problem) {
      setState({ kind: 'error', text: problem.text });
      problem.field.focus();
      return;
    }
    sending.current = true;
    setState({ kind: 'sending' });
    const sent = await send(new FormData(form));
    sending.current = false;
    if (sent === 'sent') form.reset();
    setState(sent === 'sent' ? { kind: 'success', text: contactMessages.sent } : { kind: 'error', text: failures[sent]() });
  };
  useEffect(() => {
    if (state.kind !== 'success') return;
    const timer = setTimeout(() => setState({ kind: 'idle' }), timings.successMessage);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <form ref={element} className="contact-form" noValidate onSubmit={(event) => void submit(event)}>
      <label>
        <span className="needed">{t('contact.name')}</span>
        <input name="name" autoComplete="name" maxLength={contactLimits.name} required />
      </label>
      <label>
        <span className="needed">{t('contact.email')}</span>
        <input name="email" type="email" autoComplete="email" maxLength={contactLimits.email} required />
      </label>
      <label>
        <span className="needed">{t('contact.message')}</span>
        <textarea name="message" rows={6} maxLength={contactLimits.message} required />
      </label>
      <label className="trap" aria-hidden="true">
        {t('contact.website')}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <label className="check">
        <input type="checkbox" name="consent" required />
        <span className="needed">
          {t('contact.agree')}{' '}
          <a href={paths.terms()} target="_blank" rel="noreferrer">
            {t('contact.terms')}
          </a>
          {t('contact.keeps')}
        </span>
      </label>
      <button type="submit" className="button primary large" disabled={state.kind === 'sending'}>
        {t(state.kind === 'sending' ? 'contact.sending' : 'contact.send')}
      </button>
      <output className={`form-state ${state.kind}`}>{'text' in state ? state.text : ''}</output>
    </form>
  );
}

/** @returns how a message begins that is about a page, as its address says */
function begun(): string {
  const about = new URLSearchParams(window.location.search).get('about')?.slice(0, 200);
  return about ? t('contact.about', { page: about }) : '';
}

function problemOf(form: HTMLFormElement): { text: string; field: HTMLElement } | null {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement; // the names of the form above
  const empty = fields.map(field).find(({ value }) => value.trim() === '');
  if (empty) return { text: contactMessages.required, field: empty };
  if (!emailShape.test(field('email').value.trim())) return { text: contactMessages.emailShape, field: field('email') };
  return field('consent').checked ? null : { text: contactMessages.consent, field: field('consent') };
}

const failures = { failed: () => contactMessages.failed, tooMany: () => t('contact.tooMany') } as const;

/** @returns what became of it */
async function send(values: FormData): Promise<'sent' | keyof typeof failures> {
  const body = Object.fromEntries(['name', 'email', 'message', 'website'].map((name) => [name, String(values.get(name) ?? '').trim()]));
  try {
    const response = await fetch('/app/contact-us', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    if (response.ok) return 'sent';
    return response.status === 429 ? 'tooMany' : 'failed';
  } catch (cause) {
    console.warn('The message was not sent.', cause);
    return 'failed';
  }
}
