/** One received mail, as the JSON API answers it. */
export interface Mail {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  /** Beside that address; empty for none. */
  readonly fromName: string;
  /** Where answers go; empty: to the sender. */
  readonly replyTo: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly date: string;
  readonly text: string;
  readonly html: string;
}

const maxMails = 500;

/** The newest mails, in memory. */
export class Mailbox {
  #mails: Mail[] = [];
  readonly #arrivals = new Set<() => void>();

  add(mail: Mail): void {
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, maxMails);
    for (const arrived of this.#arrivals) arrived();
  }

  /** Newest first; with `to` only mails to that address, in any case. */
  list(to?: string): readonly Mail[] {
    if (to === undefined) return this.#mails;
    const wanted = to.toLowerCase();
    return this.#mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted));
  }

  get(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
  }

  /** Resolves with the mails to an address as soon as there is one, or after `millis` with none. */
  waitFor(to: string | undefined, millis: number): Promise<readonly Mail[]> {
    return new Promise((resolve) => {
      const check = (final: boolean) => {
        const mails = this.list(to);
        if (mails.length === 0 && !final) return;
        clearTimeout(timer);
        this.#arrivals.delete(arrived);
        resolve(mails);
      };
      const arrived = () => check(false);
      const timer = setTimeout(() => check(true), millis);
      this.#arrivals.add(arrived);
      check(false);
    });
  }
}
