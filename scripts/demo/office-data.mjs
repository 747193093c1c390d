const dayMillis = 24 * 3600_000;

const month = { recurring: true, interval: 'month' };
export const plans = [
  { name: 'Pro', tier: 'pro', price: 19, usageLimit: 50_000, mostChosen: true, ...month },
  { name: 'Scale', tier: 'scale', price: 79, usageLimit: 250_000, ...month },
  { name: 'Enterprise', tier: 'enterprise', price: 299, usageLimit: 2_000_000, ...month },
].map((plan) => ({ ...plan, description: `${plan.usageLimit.toLocaleString('en')} credits a month, for teams that use ${plan.name}.` }));

/** @param now milliseconds */
export const discount = (now) => ({
  description: 'Launch offer',
  percentage_value: 20,
  fixed_value: null,
  number_of_use: 100,
  expiresAt: new Date(now + 90 * dayMillis).toISOString(),
  is_active: true,
});

export const feedback = {
  fullName: 'Demo',
  email: 'admin@bedplate.local',
  subject: 'Sorting by two fields',
  message: 'The data view is quick even with 5,000 orders. Sorting by status and then by total would help us in the morning.',
};

export const contact = {
  name: 'Ana Almeida',
  email: 'ana@almeida.example',
  message: 'We run three shops on one database. Can each of them have a project of its own, with one bill for all?',
};

const agents = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  bot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

/** Today's visits: each of six visitors looks at some pages. */
export const visits = [
  ['PT', agents.chrome, ['/', '/services', '/documentation', '/register']],
  ['DE', agents.firefox, ['/', '/documentation', '/documentation/create']],
  ['GB', agents.phone, ['/', '/about']],
  ['JP', agents.safari, ['/', '/services', '/contact-us']],
  ['US', agents.android, ['/']],
  ['US', agents.bot, ['/', '/terms']],
].flatMap(([country, userAgent, pages], at) => pages.map((path) => ({ address: `2001:db8:${at + 1}::1`, country, userAgent, path })));

/** Credits of the two months before. */
export function earlierUsage(now, tenantId) {
  const date = new Date(now);
  const months = [412, 655].map((used, at) => {
    const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1 - at, 1));
    return [first.toISOString().slice(0, 7).replace('-', ''), used];
  });
  return Object.fromEntries(
    months.map(([name, used]) => [`usage/${tenantId}_${name}`, { tenantId, month: name, used, days: { '01': used }, leases: {} }]),
  );
}

/** Votes of readers on pages of the documentation. */
export const votes = [
  ...['installation', 'create', 'create', 'query', 'react-app', 'real-time-connection'].map((topic) => ({ topic, useful: true })),
  ...['query', 'expo-app'].map((topic) => ({ topic, useful: false })),
].map(({ topic, useful }) => ({ path: `/documentation/${topic}`, useful }));
