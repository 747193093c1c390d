/** Stripe's answer to a request that it refuses; `type` decides the SDK's error class. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>> & { readonly type: string; readonly message: string };
  constructor(status: number, error: StripeFailure['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalid(message: string, facts: { code?: string; param?: string; status?: number } = {}): StripeFailure {
  const { status = 400, ...rest } = facts;
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...rest });
}

export function missing(what: string, id: string, param = 'id'): StripeFailure {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param, status: 404 });
}
