/**
 * The browser's half: what @stripe/stripe-js and @stripe/react-stripe-js ask of `window.Stripe` for a card element.
 * Plain text, because it runs in the page as it is. A classic function, since the loader calls it without `new`.
 */
export const stripeScript = String.raw`(() => {
  'use strict';
  const origin = new URL(document.currentScript.src).origin;

  async function call(key, path, values) {
    const body = new URLSearchParams(Object.entries(values ?? {}).filter(([, value]) => value !== undefined));
    try {
      const response = await fetch(origin + path, {
        method: values ? 'POST' : 'GET',
        headers: { Authorization: 'Bearer ' + key, ...(values ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}) },
        ...(values ? { body } : {}),
      });
      return await response.json();
    } catch {
      return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.' } };
    }
  }

  const luhn = (number) => {
    const digits = [...number].reverse().map(Number);
    const sum = digits.reduce((total, digit, at) => total + (at % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit), 0);
    return digits.length >= 12 && sum % 10 === 0;
  };

  class CardElement {
    constructor(elements) {
      this.elements = elements;
      this.listeners = {};
      this.inputs = {};
    }
    on(name, listener) {
      (this.listeners[name] ??= new Set()).add(listener);
      return this;
    }
    off(name, listener) {
      this.listeners[name]?.delete(listener);
      return this;
    }
    once(name, listener) {
      const wrapped = (event) => { this.off(name, wrapped); listener(event); };
      return this.on(name, wrapped);
    }
    tell(name, event) {
      for (const listener of this.listeners[name] ?? []) listener(event);
    }
    update() {}
    focus() { this.inputs.number?.focus(); }
    blur() { this.inputs.number?.blur(); }
    clear() { for (const input of Object.values(this.inputs)) input.value = ''; }
    mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      this.node = node;
      node.replaceChildren();
      node.style.cssText = 'display:flex;gap:8px;flex-wrap:wrap';
      const field = (name, label, placeholder, width) => {
        const input = document.createElement('input');
        input.setAttribute('aria-label', label);
        Object.assign(input, { name, placeholder, autocomplete: 'off', inputMode: 'numeric' });
        input.style.cssText = 'border:0;outline:0;background:transparent;color:inherit;font:inherit;min-width:0;flex:' + width;
        input.addEventListener('input', () => this.changed());
        input.addEventListener('focus', () => this.tell('focus', { elementType: 'card' }));
        input.addEventListener('blur', () => this.tell('blur', { elementType: 'card' }));
        node.append(input);
        this.inputs[name] = input;
      };
      field('number', 'Card number', '1234 1234 1234 1234', '1 1 170px');
      field('expiry', 'Expiry (MM / YY)', 'MM / YY', '0 1 72px');
      field('cvc', 'CVC', 'CVC', '0 1 56px');
      queueMicrotask(() => this.tell('ready', { elementType: 'card' }));
    }
    unmount() { this.node?.replaceChildren(); }
    destroy() {
      this.unmount();
      this.elements.card = null;
    }
    values() {
      const number = (this.inputs.number?.value ?? '').replace(/\D/g, '');
      const [month = '', year = ''] = (this.inputs.expiry?.value ?? '').split('/').map((part) => part.replace(/\D/g, ''));
      return { number, month, year, cvc: (this.inputs.cvc?.value ?? '').replace(/\D/g, '') };
    }
    problem() {
      const { number, month, year, cvc } = this.values();
      if (number.length < 12) return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
      if (!luhn(number)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
      if (!month || year.length < 2) return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
      const end = new Date(2000 + Number(year.slice(-2)), Number(month), 1);
      if (Number(month) < 1 || Number(month) > 12 || end <= new Date()) return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
      if (cvc.length < 3) return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
      return null;
    }
    changed() {
      const problem = this.problem();
      const { number } = this.values();
      const shown = problem && problem.code.startsWith('invalid') ? { type: 'validation_error', ...problem } : undefined;
      this.tell('change', { elementType: 'card', empty: number === '', complete: !problem, error: shown, brand: 'visa', value: { postalCode: '' } });
    }
  }

  class Elements {
    constructor() { this.card = null; }
    create(type) {
      if (type !== 'card') throw new Error('Only the card element is here, not ' + type + '.');
      if (this.card) throw new Error("Can't create two Elements of type card.");
      this.card = new CardElement(this);
      return this.card;
    }
    getElement(wanted) {
      const type = typeof wanted === 'string' ? wanted : wanted?.__elementType;
      return type === 'card' ? this.card : null;
    }
    update() {}
    fetchUpdates() { return Promise.resolve({}); }
    submit() { return Promise.resolve({}); }
  }

  function ask() {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3-D Secure test page');
      dialog.innerHTML = '<h2>3D Secure 2 test page</h2><p>Your bank would ask here whether it is you.</p>';
      for (const [text, passed] of [['Complete', true], ['Fail', false]]) {
        const button = document.createElement('button');
        button.textContent = text;
        button.addEventListener('click', () => { dialog.remove(); resolve(passed); });
        dialog.append(button);
      }
      dialog.addEventListener('cancel', () => { dialog.remove(); resolve(false); });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function Stripe(key) {
    if (!/^pk_test_/.test(key)) throw new Error('This stand-in takes publishable test keys only.');

    async function createPaymentMethod(given) {
      const element = given.card ?? given.elements?.getElement('card');
      if (!element?.values) return { error: { type: 'invalid_request_error', message: 'No card element.' } };
      const problem = element.problem();
      if (problem) return { error: { type: 'validation_error', ...problem } };
      const { number, month, year, cvc } = element.values();
      const answer = await call(key, '/v1/payment_methods', { type: 'card', 'card[number]': number, 'card[exp_month]': month, 'card[exp_year]': year, 'card[cvc]': cvc });
      return answer.error ? { error: answer.error } : { paymentMethod: answer };
    }

    async function finish(kind, secret, data) {
      const id = secret.split('_secret_')[0];
      const path = '/v1/' + kind + 's/' + id;
      const name = kind === 'payment_intent' ? 'paymentIntent' : 'setupIntent';
      let intent = await call(key, path + '?client_secret=' + encodeURIComponent(secret));
      if (intent.error) return { error: intent.error };
      const card = typeof data?.payment_method === 'string' ? data.payment_method : undefined;
      if (intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation') {
        intent = await call(key, path + '/confirm', { client_secret: secret, payment_method: card, use_stripe_sdk: 'true' });
        if (intent.error) return { error: intent.error };
      }
      if (intent.status === 'requires_action') {
        const passed = await ask();
        intent = await call(key, '/v1/3ds/' + id, { client_secret: secret, passed: String(passed) });
        if (intent.error) return { error: intent.error };
      }
      const error = intent.last_payment_error ?? intent.last_setup_error;
      if (intent.status === 'requires_payment_method') return { error: { ...error, [kind]: intent } };
      return { [name]: intent };
    }

    return {
      elements: () => new Elements(),
      createToken: () => Promise.resolve({ error: { type: 'invalid_request_error', message: 'Tokens are not offered here.' } }),
      createPaymentMethod,
      confirmCardPayment: (secret, data) => finish('payment_intent', secret, data),
      confirmCardSetup: (secret, data) => finish('setup_intent', secret, data),
      async retrievePaymentIntent(secret) {
        const answer = await call(key, '/v1/payment_intents/' + secret.split('_secret_')[0] + '?client_secret=' + encodeURIComponent(secret));
        return answer.error ? { error: answer.error } : { paymentIntent: answer };
      },
      _registerWrapper() {},
      registerAppInfo() {},
    };
  }
  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
`;
