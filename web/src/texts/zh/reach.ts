import type { reach as english } from '../en/reach.ts';
import type { Words } from '../lingui/catalogue.ts';

export const reach: Record<keyof typeof english, Words> = {
  'webhooks.subtitle': '将每次更改告知其他系统，或让它们发送记录进来。',
  'webhooks.add': '添加 Webhook',
  'webhooks.does': '作用',
  'webhooks.sendsOut': '向外发送更改',
  'webhooks.takesIn': '接收记录',
  'webhooks.noneYet': 'Webhook 会将每条新增、更改或删除的记录告知另一个系统：带有签名，并会重试直到送达。添加一个并发送测试。',
  'webhooks.noneMatch': '没有匹配的 Webhook。请更改搜索条件。',
  'reach.subtitle': '应用调用此项目所需的内容，以及谁可以在其中做什么。',
  'reach.pair': '调用的请求头',
  'reach.pairAbout': '仅用于您的服务器：密钥对可打开账户的所有项目。网页和应用请使用命名密钥。',
  'reach.changePair': '在管理中更改密钥对',
  'reach.askAdmin': '账户管理员可以创建密钥并交给您。此项目的命名密钥足以构建应用。',
  'reach.access': '应用用户的访问权限',
  'reach.accessAbout': '登录您应用的用户在每个存储中可以做什么。',
  'reach.reads': '读取：{reach}',
  'reach.writes': '写入：{reach}',
  'reach.byRules': '由访问规则决定',
  'reach.rulesOf': '{name} 的访问规则',
  'reach.noStorage': '请添加数据存储：谁可以读取和写入它在这里设置。',
};
