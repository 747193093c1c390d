/** Texts that the page of terms alone shows: other pages do without them. */
export const termsTexts = {
  'terms.title': 'Terms and Privacy',
  'terms.text': 'What you can expect of Bedplate, what Bedplate expects of you, and what is kept about whom.',
  'terms.terms': 'Terms and conditions',
  'terms.beta':
    'Bedplate is in beta. It comes as it is: features may change, and no uptime is promised. Keep copies of what you cannot lose; every storage can be exported.',
  'terms.yours':
    'What you and your app’s people store stays yours. You answer for it, and for the right to store it. Whoever has your keys acts in your name: keep them secret.',
  'terms.use':
    'Do not break the law with Bedplate, attack others or this service, or go around its limits. An account that does may be suspended; who signs in there is told so.',
  'terms.paid':
    'A paid plan goes on period by period until it is cancelled. A cancelled one runs until the end of the period that is paid. Credits and prices are shown before you pay.',
  'terms.end': 'You may leave at any time. When these terms change, this page does; who goes on using Bedplate after that accepts them.',
  'terms.privacy': 'Privacy',
  'terms.account':
    'Of an account we keep names, e-mail addresses and a hash of each password, the sessions with their address and browser, and for a year a log of who did what.',
  'terms.records':
    'Records and files of your storages are kept on Google’s Firebase until you delete them. Nobody but the people and keys of your account reads them, except staff who help you or look into abuse, read-only and noted in a log.',
  'terms.messages':
    'A message that you send from the contact page, or as feedback, is kept for {years} years, with your name and address so that it can be answered.',
  'terms.visits':
    'Of a visit to a page we keep for {days} days its path, the address, the country and the browser, to count visits. Browsers that send “Do Not Track” or “Global Privacy Control” are not counted. Bedplate sets no cookies; what your browser must remember, such as a sign-in, stays in its storage.',
  'terms.cards':
    'Cards go to Stripe, which charges them; we keep their last four digits. Mails are sent by a mail service, which gets the address and the mail.',
  'terms.delete':
    'You can export your data, and delete storages, projects or the whole account, yourself. To know what is kept about you, write to us.',
  'terms.ask': 'Questions:',
} as const;
