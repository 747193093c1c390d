import { registerHooks } from 'node:module';

/**
 * Preloaded into the processes of tests: jsdom's selectors build the tables of bidi-js each time that they ask for the direction
 * of an element with `dir`, a fifth of the time of a page of records. They are the same each time.
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/bidi-js/dist/bidi.js')) return loaded;
    return {
      ...loaded,
      source: `${loaded.source}\nconst build = module.exports; let tables; module.exports = () => (tables ??= build());`,
    };
  },
});
