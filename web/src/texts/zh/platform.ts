import { type SwitchName, switches } from '@bedplate/contract';
import type { platform as english } from '../en/platform.ts';

export const platform: Record<keyof typeof english, string> = {
  'maintenance.fromTo': '维护时间:{from} 至 {to}(您的当地时间)。',
  'maintenance.from': '维护自 {from} 开始(您的当地时间)。',
  'maintenance.until': '维护进行中,至 {to} 结束(您的当地时间)。',
  'maintenance.now': '维护正在进行。',
  'maintenance.readOnlyThen': '在此期间您可以读取所有内容,但不能更改。',
  'maintenance.readOnlyNow': '您可以读取所有内容;维护结束前更改会被拒绝。',
  'maintenance.dismiss': '隐藏此通知',
  'menu.operations': '运营',
  'operations.title': '运营',
  'operations.subtitle': '同时对所有人生效的设置。更改在 20 秒内处处生效。',
  'operations.failed': '无法获取平台设置',
  'operations.changedBy': '最后由{name}更改',
  'operations.never': '尚未更改过任何内容。',
  'operations.history': '所有更改及其原因',
  'operations.switches': '功能开关',
  'operations.switchesAbout': '关闭后,服务器会拒绝调用并说明原因。不会丢失任何内容。',
  'operations.whenOff': '关闭时:{consequence}',
  'operations.isOff': '已关闭',
  'operations.isChanged': '已更改',
  'operations.maintenance': '维护',
  'operations.maintenanceAbout': '在网站、登录页和控制台中显示,直到维护结束;一分钟内出现,无需重新加载。',
  'operations.announce': '公布维护',
  'operations.takeBack': '撤回',
  'operations.message': '通知内容',
  'operations.messageHelp': '写给所有人的一行文字:会发生什么,应有何预期。',
  'operations.from': '开始(您的当地时间)',
  'operations.fromHelp': '留空:立即开始。',
  'operations.to': '结束(您的当地时间)',
  'operations.toHelp': '留空:直到您撤回。',
  'operations.readOnly': '在此期间只读',
  'operations.readOnlyAbout': '用户和应用不能更改任何内容,不消耗额度,并会得知何时重试。读取、登录和工作人员不受影响。',
  'operations.preview': '所有人看到的内容',
  'operations.over': '此维护已结束,不再显示给任何人。',
  'operations.unsaved': '{count} 项未保存的更改',
  'operations.oneUnsaved': '1 项未保存的更改',
  'operations.discard': '放弃',
  'operations.review': '查看更改',
  'operations.confirmTitle': '要为所有人更改平台吗?',
  'operations.turnsOff': '{name}:关闭',
  'operations.turnsOn': '{name}:开启',
  'operations.onAgain': '相关调用恢复正常。',
  'operations.announced': '维护:公布',
  'operations.changed': '维护:更改',
  'operations.takenBack': '维护:撤回',
  'operations.reason': '原因(记入审计)',
  'operations.apply': '对所有人应用',
  'operations.saved': '平台设置已更改。',
  'operations.readAgain': '重新查看',
};

const inChinese: Record<SwitchName, { title: string; whenOff: string; refusal: string }> = {
  registration: {
    title: '新账户',
    whenOff: '任何人都不能通过邮箱或 Google 开设新账户。现有用户可以登录,管理员仍可为自己的账户添加成员。',
    refusal: '目前无法开设新账户。请稍后再试。',
  },
  googleSignIn: {
    title: 'Google 登录',
    whenOff: '任何人都不能用 Google 登录。用户使用密码登录,没有密码的可通过“忘记密码”设置。',
    refusal: 'Google 登录目前已关闭。请使用密码。',
  },
  purchases: {
    title: '购买',
    whenOff: '管理员不能购买套餐和额度。已付费的套餐继续并续订;可以更换银行卡和取消套餐。',
    refusal: '购买目前已关闭。您没有被扣款。',
  },
  fileUploads: {
    title: '文件上传',
    whenOff: '应用和用户不能上传文件。已存储的文件仍可读取,已开始的大文件上传可以完成。',
    refusal: '文件上传目前已关闭。请稍后再试。',
  },
  dataApiWrites: {
    title: '数据 API 的写入',
    whenOff: '应用和入站 Webhook 不能更改任何内容,也不消耗额度。读取继续,应用的用户可以登录,人们可在控制台中工作。',
    refusal: '数据 API 目前只读。请稍后再试。',
  },
  imports: {
    title: '导入',
    whenOff: '任何人都不能通过数据 API 或控制台导入记录文件。已完成的导入可以撤销。',
    refusal: '导入目前已关闭。请稍后再试。',
  },
  webhookDeliveries: {
    title: 'Webhook 投递',
    whenOff: 'Webhook 的接收方收不到任何内容。投递最多保留 14 天,重新开启后按顺序发送。',
    refusal: 'Webhook 投递目前已关闭。待发送的会保留并稍后发送。',
  },
  sandboxRequests: {
    title: '沙盒请求',
    whenOff: '沙盒不会通过我们的服务器向外部地址发送任何内容。对自己数据 API 的调用继续。',
    refusal: '目前不能向其他地址发送请求。请稍后再试。',
  },
  feedback: {
    title: '给工作人员的留言',
    whenOff: '用户不能发送反馈,访客不能通过联系表单留言。收件箱保持不变。',
    refusal: '我们目前不接收留言。请稍后再试。',
  },
};

/** English sentence and Chinese of every switch. */
export const switchSentences: [string, string][] = (Object.keys(switches) as SwitchName[]).flatMap((name) =>
  (['title', 'whenOff', 'refusal'] as const).map((part): [string, string] => [switches[name][part], inChinese[name][part]]),
);
