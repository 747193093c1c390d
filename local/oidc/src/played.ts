export type Kind = 'oidc' | 'google' | 'apple' | 'github' | 'microsoft';

/** Whom a call means, by the folder that it asks in. */
export interface Played {
  readonly kind: Kind;
  /** As people know it. */
  readonly title: string;
  /** Where it answers. */
  readonly base: string;
  /** As it calls itself. */
  readonly issuer: string;
  /** Microsoft's: whose people sign in. */
  readonly tenant: string;
  /** The rest of the path. */
  readonly call: string;
}

const titles: Record<Kind, string> = {
  oidc: 'elsewhere',
  google: 'with Google',
  apple: 'with Apple',
  github: 'with GitHub',
  microsoft: 'with Microsoft',
};
const issuers = { google: 'https://accounts.google.com', apple: 'https://appleid.apple.com', github: 'https://github.com/login/oauth' };
/** Names of Microsoft that stand for many tenants. */
const manyTenants = ['common', 'organizations', 'consumers'];
const someTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** @param url where the stand-in answers @param issuer as its own provider of OpenID Connect calls itself */
export function playedAt(path: string, { url, issuer }: { url: string; issuer: string }): Played {
  const [, kind = 'oidc', rest = path] = /^\/(google|apple|github|microsoft)(\/.*)$/.exec(path) ?? [];
  const played = { kind: kind as Kind, title: titles[kind as Kind], tenant: '' }; // one of the alternatives above
  if (played.kind === 'oidc') return { ...played, base: issuer, issuer, call: path };
  if (played.kind !== 'microsoft') return { ...played, base: `${url}/${kind}`, issuer: issuers[played.kind], call: rest };
  const [, name = '', call = '/'] = /^\/([^/]+)(\/.*)$/.exec(rest) ?? [];
  const tenant = manyTenants.includes(name) ? someTenant : name;
  return { ...played, tenant, base: `${url}/microsoft/${name}`, issuer: microsoftIssuer(tenant), call };
}

/** The description that OpenID Connect asks for. For many tenants Microsoft's has a blank in its issuer. */
export function describe({ kind, base, issuer }: Played) {
  const isOfMany = kind === 'microsoft' && manyTenants.some((name) => base.endsWith(`/${name}`));
  return {
    issuer: isOfMany ? microsoftIssuer('{tenantid}') : issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: saysIssuer(kind),
  };
}

/** Whether an answer names who gives it (RFC 9207). */
export function saysIssuer(kind: Kind): boolean {
  return kind === 'oidc' || kind === 'google';
}

function microsoftIssuer(tenant: string): string {
  return `https://login.microsoftonline.com/${tenant}/v2.0`;
}
