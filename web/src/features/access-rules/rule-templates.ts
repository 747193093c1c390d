import type { Grant } from '@bedplate/contract';

/** Rules that many storages begin with; their names are texts, `accessRules.template.<id>`. */
export const ruleTemplates = {
  blank: { who: 'signedIn', verbs: ['list', 'read'] },
  own: { who: { owner: 'userId' }, verbs: ['list', 'read', 'create', 'update', 'delete'] },
  published: { who: 'anyone', verbs: ['list', 'read'], if: [[{ field: 'published', op: '=', value: true }]] },
  editors: { who: { role: 'editor' }, verbs: ['list', 'read', 'create', 'update', 'delete'] },
  team: { who: { team: 'teamId' }, verbs: ['list', 'read', 'create', 'update', 'delete'] },
  recent: { who: 'signedIn', verbs: ['list', 'read'], if: [[{ field: 'createdAt', op: '>', value: '@now-7d' }]] },
  keys: { who: { key: '*' }, verbs: ['list', 'read', 'create', 'update', 'delete'] },
} satisfies Record<string, Grant>;
