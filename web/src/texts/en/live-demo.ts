/** Texts of the landing page's demo, which come with it. */
export const liveDemoTexts = {
  'liveDemo.send': 'Send',
  'liveDemo.sell': '{name} +1',
  'liveDemo.arrive': 'See it arrive',
  'liveDemo.name': 'Product',
  'liveDemo.count': 'Sold',
  'liveDemo.connecting': 'Connecting …',
  'liveDemo.open': 'Live. Press a button, or open this page in a second window and press there.',
  'liveDemo.took': 'It was stored and arrived in {took} ms.',
  'liveDemo.busy': 'Many people are trying it just now. Please press again in a minute.',
  'liveDemo.failed': 'The call got no answer. Please press again.',
} as const;
