/** Texts that the landing page alone shows: pages of the documentation do without them. */
export const landingTexts = {
  'compare.title': 'All limits side by side',
  'compare.limit': 'Limit',
  'compare.credits': 'API request credits a month',
  'compare.projects': 'Projects',
  'compare.storages': 'Storages in a project',
  'compare.members': 'People of the team',
  'compare.files': 'Files',
  'compare.backups': 'Nightly backups, kept',
  'compare.requests': 'Calls in the request log',
  'compare.days': '{count} days',
  'compare.always':
    'Every plan has LiveSync, app users, access rules, webhooks, history and undo, as many records as you like, and no charge for reading your own data in the console.',

  'liveDemo.title': 'Try it now: send a call, see it arrive',
  'liveDemo.text':
    'A storage as every project has it, open to everybody who reads this page. What you send arrives in the list by LiveSync, and on the screens of all other visitors.',

  'calculator.label': 'Calls of your app in a month',
  'calculator.price': '{price} a month',
  'calculator.inPlan': 'for {calls} calls, with {plan}.',
  'calculator.withCredits': 'for {calls} calls, with {plan} and {bought} bought credits.',

  'differences.title': 'What others leave to you',
  'differences.text': 'Six things that developers ask other backends for. Each link leads to how it works.',
  'differences.undo.title': 'Undo what went wrong',
  'differences.undo.text':
    'A script wiped 4,000 rows? Take back what one key, one person, one import or one call did, and keep what others changed since.',
  'differences.undo.link': 'History and undo',
  'differences.why.title': 'Rules that explain themselves',
  'differences.why.text': 'Access rules read as sentences. Try them as somebody before you save, and ask any refused call why.',
  'differences.why.link': 'Access rules',
  'differences.values.title': 'No index to declare',
  'differences.values.text':
    'Filter, search, sort and add up any field. What would read too much is refused with the reason, never slow in secret.',
  'differences.values.link': 'Values and conditions',
  'differences.live.title': 'Live without holes',
  'differences.live.text': 'Each change arrives once and in order, also after the train came out of the tunnel.',
  'differences.live.link': 'Real-time connection',
  'differences.cost.title': 'A bill you know before',
  'differences.cost.text': 'Every answer says what it cost. Caps for a project, a key or an app user stop a loop before it gets expensive.',
  'differences.cost.link': 'Keys, limits, costs',
  'differences.schema.title': 'A schema that grows',
  'differences.schema.text':
    'Begin without one. Types, required and unique fields are proposed from your data, and enforced when you say so.',
  'differences.schema.link': 'Fields',
};
