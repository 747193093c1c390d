interface Visitor {
  globalPrivacyControl?: boolean;
}

/** The path that the browser shows, as far as this module was told; null makes the next look a new view. */
let shown: string | null = null;

/**
 * Sends a page view once per new path: on load, and when history navigation leads to another path.
 */
export function trackVisits(): void {
  track();
  window.addEventListener('popstate', track);
  // Back and forward between full loads may bring a page back from memory, without a load.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    shown = null;
    track();
  });
}

/** Tells that a link has led to a path within the page: that is no view, but the way back from there is. */
export function noteLink(path: string): void {
  shown = path;
}

function track(): void {
  const path = window.location.pathname;
  if (path === shown || wantsPrivacy()) return;
  shown = path;
  void send(path).catch((cause: unknown) => console.warn('Failed to track page view', cause));
}

/** Do Not Track and Global Privacy Control. */
function wantsPrivacy(): boolean {
  return navigator.doNotTrack === '1' || (navigator as Visitor).globalPrivacyControl === true;
}

/**
 * Links that were mailed carry a secret in their path. The server finds out the rest by itself and
 * ignores these claims.
 */
async function send(path: string): Promise<void> {
  const { userAgent, platform } = navigator;
  const body = {
    path: path.replace(/^\/user\/[^/]+\//, '/user/{token}/'),
    browser: /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? 'Other',
    deviceType: deviceType(userAgent),
    os: platform.slice(0, 60),
    ipAddress: '',
  };
  const response = await fetch('/api/superadmin/track', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  });
  await response.arrayBuffer(); // an unread body keeps the request open: the answer is not to be stored
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}

function deviceType(userAgent: string): 'mobile' | 'tablet' | 'desktop' {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'tablet';
  return /Mobi/.test(userAgent) ? 'mobile' : 'desktop';
}
