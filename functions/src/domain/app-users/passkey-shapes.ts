/** A signature, as `PublicKeyCredential.toJSON()` of a browser gives it. */
export interface SignedByPasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    /** Absent where the page has named the passkeys. */
    readonly userHandle?: string | undefined;
  };
}

/** A passkey that was made, as it gives one. */
export interface MadePasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
}
