/** Texts that the page of services alone shows: other pages do without them. */
export const servicesTexts = {
  'servicesPage.title': 'Services',
  'servicesPage.text': 'Three things that take a backend off your list.',
  'servicesPage.docs.title': 'Developer Documentation',
  'servicesPage.docs.picture': 'A page of the documentation: a guide with samples in several languages',
  'servicesPage.docs.badge': 'Start',
  'servicesPage.docs.tags': 'Guides,Samples,Reference',
  'servicesPage.docs.text':
    'Guides for each step, from the first account to real-time pages, with samples in curl, fetch, our client, Python, PHP and Dart. Our tests execute every sample before it is published (those in Dart are checked), so what you copy is what works. When you are logged in the samples carry your own project, and you can run them where you read them.',
  'servicesPage.baas.title': 'Backend-as-a-Service',
  'servicesPage.baas.picture': 'The endpoints of a project, each with its address and a button to try it',
  'servicesPage.baas.badge': 'Almost there!',
  'servicesPage.baas.tags': 'REST,LiveSync,Files,Users',
  'servicesPage.baas.text':
    'Create a storage and its endpoints answer at once: create, list, read, update, delete, restore and upload. Query any field without declaring it, follow changes with LiveSync, and sign your users in. Data, files and accounts live on Google Cloud, which scales them with your traffic and keeps them available.',
  'servicesPage.support.title': 'Technical Support',
  'servicesPage.support.picture': 'The form for feedback, with screenshots',
  'servicesPage.support.badge': 'Finish!',
  'servicesPage.support.tags': 'Mail,Feedback,Request ids',
  'servicesPage.support.text':
    'Write to us when something is unclear or does not work. Every answer of the API carries a request id: send it along and we find what happened without asking you to reproduce it. Feedback from the dashboard goes straight to the people who build the product, with your screenshots if you attach some.',
} as const;
