/** Texts that only a signed-in reader of the documentation sees. */
export const ownSamplesTexts = {
  'docs.run': 'Run',
  'docs.running': 'Running…',
  'docs.runNote': 'Asked your storage {name} in the name of your console session.',
  'docs.runFailed': 'The request got no answer. Check your connection and press Run again.',
  'docs.project': 'Project',
  'docs.storage': 'Storage',
  'docs.yours': 'Samples carry your project',
  'docs.makeKey': 'Make a key for these samples',
  'docs.makingKey': 'Making the key…',
  'docs.keyOffer': 'Only this press makes one. It may read, create, change and delete in {names}, and sign people in there.',
  'docs.keyMade': 'The samples hold a new key for {names}. Only this tab shows it, until it is closed; it can be removed under',
  'docs.keys': 'Keys & access',
  'docs.keyFailed': 'No key was made: {reason}',
};
