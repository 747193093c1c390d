import { isIP } from 'node:net';
import { type AppMailTemplate, type AppMailValues, isAppMail, type OfApp, renderAppMail } from './app-mail.ts';
import { layout, type RenderedMail, withoutLinks } from './layout.ts';
import { type NoticeKind, noticeWords } from './security-notices.ts';

/** The values of each mail. Values may hold anything a person typed: the layout escapes them. */
export interface MailValues extends AppMailValues {
  verify: { name: string; link: string; notMe: string };
  'already-registered': { name: string; verified: boolean; login: string; reset: string };
  invitation: { name: string; inviter: string; place: MemberPlace; link: string };
  'member-added': { name: string; inviter: string; place: MemberPlace; link: string; notMe: string };
  'two-factor': { name: string; code: string; device: string; ip: string; time: string };
  reset: { name: string; link: string };
  'account-locked': { name: string; link: string };
  'credits-used': {
    name: string;
    percent: number;
    used: number;
    limit: number;
    extra: number;
    month: string;
    /** When the credits end; absent when they last. */
    end?: string | null;
    link: string;
  };
  /** `key` is null for the account's own pair. */
  'key-alarm': { name: string; key: string | null; credits: number; usual: number; link: string };
  'security-notice': { name: string; kind: NoticeKind; what: string; time: string; device: string; ip: string; link: string };
  'payment-failed': { name: string; link: string };
  'receiver-gone': { name: string; address: string; storage: string; link: string };
  locked: { name: string; link: string; ip: string; time: string };
  contact: { name: string; email: string; message: string; inbox: string };
  suspended: { name: string; reason: string; contact: string; money: string | null };
  reopened: { name: string; login: string; money: string | null };
  'plan-ended': { name: string; plan: string; contact: string };
  'deleted-for-good': { name: string; what: string };
  'archives-go': { name: string; names: string[]; more: number; day: string; link: string };
  'trash-goes': { name: string; storages: { name: string; count: string }[]; more: number; day: string; link: string };
  'account-deleted': { name: string; who: string };
  'staff-reply': { name: string; subject: string; reply: string; quote: string };
  health: { name: string; subject: string; lines: string[]; link: string };
}

/** Where a new member belongs: the account's owner, the project's name (none for admins) and the role. */
interface MemberPlace {
  account: string;
  project: string | null;
  role: string;
}

export type MailTemplate = keyof MailValues;

/** @param app of mails to app users: the settings of their storage, and their language */
export function renderMail<T extends MailTemplate>(template: T, values: MailValues[T], app?: OfApp): RenderedMail {
  if (isAppMail(template)) return renderAppMail(template, values as AppMailValues[AppMailTemplate], app); // of this template
  const render = templates[template as Exclude<T, AppMailTemplate>] as (values: MailValues[T]) => RenderedMail;
  return render(values);
}

const templates: { [T in Exclude<MailTemplate, AppMailTemplate>]: (values: MailValues[T]) => RenderedMail } = {
  verify: ({ name, link, notMe }) =>
    layout({
      subject: 'Verify your Bedplate account',
      heading: `Welcome to Bedplate, ${name}`,
      paragraphs: ['Please confirm that this email address is yours. The link works for 24 hours.'],
      button: { label: 'Verify Your Account', link },
      closing: `If you did not register at Bedplate, do not press the button: without it nobody can use the account. To lock it, open ${notMe}`,
    }),
  'already-registered': ({ name, verified, login, reset }) =>
    layout({
      subject: 'You already have a Bedplate account',
      heading: `Hello ${name}`,
      paragraphs: [
        'Someone, probably you, tried to register at Bedplate with this email address. You already have an account, so nothing was changed.',
        ...(verified
          ? []
          : ['The account is still waiting to be verified: open the link in our earlier mail, or ask for a new one on the login page.']),
        `If you forgot your password, you can set a new one at ${reset}.`,
      ],
      button: { label: 'Log In', link: login },
      closing: 'If it was not you, there is nothing to do.',
    }),
  invitation: ({ name, inviter, place, link }) =>
    layout({
      subject: 'Your Bedplate account',
      heading: `Hello ${name}`,
      paragraphs: [addedBy(inviter, place), 'Set a password to sign in. The link works for 24 hours.'],
      button: { label: 'Set Your Password', link },
      closing: 'If you do not know the sender, you can ignore this mail.',
    }),
  'member-added': ({ name, inviter, place, link, notMe }) =>
    layout({
      subject: 'You were added to a Bedplate account',
      heading: `Hello ${name}`,
      paragraphs: [
        addedBy(inviter, place),
        'Please confirm that this email address is yours; the link works for 24 hours. Then log in with this address and the password that the person who added you chose. You can set another one by “Forgot password”.',
      ],
      button: { label: 'Confirm Your Address', link },
      closing: `Without your confirmation nobody can use this login. If you do not know the sender: ${notMe}`,
    }),
  suspended: ({ name, reason, contact, money }) =>
    layout({
      subject: 'Your Bedplate account is suspended',
      heading: `Hello ${name}`,
      paragraphs: [
        'Your account is suspended. Nobody can log in to it, and your apps get no answers from the data API. Your data is kept as it is.',
        `The reason: ${reason}`,
        ...(money ? [money] : []),
      ],
      button: { label: 'Write to Us', link: contact },
      closing: 'You can answer by the form on our website. We will look at it soon.',
    }),
  reopened: ({ name, login, money }) =>
    layout({
      subject: 'Your Bedplate account is open again',
      heading: `Hello ${name}`,
      paragraphs: [
        'The suspension of your account has been lifted. You can log in, and your apps work again with the same keys.',
        ...(money ? [money] : []),
      ],
      button: { label: 'Log In', link: login },
      closing: 'Thank you for your patience.',
    }),
  'deleted-for-good': ({ name, what }) =>
    layout({
      subject: 'Something was deleted for good at Bedplate',
      heading: `Hello ${name}`,
      paragraphs: [
        `You have deleted “${withoutLinks(what)}” for good, with its records and files. Within a day nothing of it is left, and nobody can bring it back.`,
      ],
      closing: 'If it was not you, change your password at once and write to us.',
    }),
  'archives-go': ({ name, names, more, day, link }) =>
    layout({
      subject: `What is in your Bedplate archive is deleted for good from ${day} on`,
      heading: `Hello ${name}`,
      paragraphs: [
        `Your account deletes for good what has been in its archive for 30 days. From ${day} on these go with their records and files, and nobody can bring them back:`,
        ...names.map((each) => `“${withoutLinks(each)}”`),
        ...(more > 0 ? [`and ${more} more.`] : []),
        'To keep one of them, recover it before that day. To keep them all, turn the switch off in the settings of your account.',
      ],
      button: { label: 'Open the Archive', link },
      closing: 'We send this mail a week before to the admins of the account.',
    }),
  'trash-goes': ({ name, storages, more, day, link }) =>
    layout({
      subject: `Deleted records at Bedplate go for good from ${day} on`,
      heading: `Hello ${name}`,
      paragraphs: [
        `Deleted records stay in the trash for as many days as their storage says. From ${day} on these go for good, with their files:`,
        ...storages.map((each) => `${each.count} of “${withoutLinks(each.name)}”`),
        ...(more > 0 ? [`and those of ${more} more storages.`] : []),
        'To keep one of them, restore it before its day. How long deleted records stay is in the settings of each storage.',
      ],
      button: { label: 'Open the Trash', link },
      closing: 'We send this mail to the admins of the account before a hundred records or more of a storage go, once a week at most.',
    }),
  'account-deleted': ({ name, who }) =>
    layout({
      subject: 'Your Bedplate account has been deleted',
      heading: `Hello ${name}`,
      paragraphs: [
        `${withoutLinks(who)} has deleted the account for good. Nobody can log in to it any more, and its keys open nothing.`,
        'Within a day everything of it is gone: people, projects, storages, records, files, keys, endpoints, usage and activity. Nobody can bring it back.',
        'A paid plan has ended and is not charged again; the card has been removed. The invoices stay with our payment provider for as long as the law obliges us to keep them.',
      ],
      closing: 'Thank you for having been with us. If you did not expect this, please write to us at once.',
    }),
  'plan-ended': ({ name, plan, contact }) =>
    layout({
      subject: 'Your Bedplate plan has ended',
      heading: `Hello ${name}`,
      paragraphs: [`We have ended the plan ${plan} of your account. It is not charged any more. Your data is kept as it is.`],
      button: { label: 'Write to Us', link: contact },
      closing: 'If you did not expect this, please write to us.',
    }),
  'two-factor': ({ name, code, device, ip, time }) =>
    layout({
      subject: 'Your Bedplate login code',
      heading: `Hello ${name}`,
      paragraphs: ['Enter this code to finish logging in. It works for 10 minutes.'],
      code,
      closing: `The login was started at ${time} from ${ip} with ${withoutLinks(device)}. If it was not you, someone knows your password: please change it.`,
    }),
  reset: ({ name, link }) =>
    layout({
      subject: 'Reset your Bedplate password',
      heading: `Hello ${name}`,
      paragraphs: ['You asked to set a new password. The link works once, within one hour.'],
      button: { label: 'Set a New Password', link },
      closing: 'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    }),
  'account-locked': ({ name, link }) =>
    layout({
      subject: 'Your Bedplate account is locked',
      heading: `Hello ${name}`,
      paragraphs: [
        'You told us that a change or a login was not yours. Your account is locked and all its sessions are ended.',
        'Set a new password to open it again. The link works once, within 24 hours. There you can also replace the API keys and deactivate the other members.',
        '您的账户已锁定,所有会话已结束。请打开下面的链接设置新密码以重新打开账户,届时还可更换 API 密钥并停用其他成员。链接 24 小时内有效,仅可使用一次。',
      ],
      button: { label: 'Set a New Password · 设置新密码', link },
      closing: 'Until then nobody can log in, not even with the right password.',
    }),
  'key-alarm': ({ name, key, credits, usual, link }) =>
    layout({
      subject: 'One of your keys is used far more than usual',
      heading: `Hello ${name}`,
      paragraphs: [
        `${key === null ? 'Your account’s key pair' : `The key ${withoutLinks(key)}`} has cost ${credits} credits today. A usual day of the last week had ${usual}.`,
        'If this is not meant, pause the key, set a cap for it, or change it. The page Requests of the project shows what it calls.',
      ],
      button: { label: 'See Your Keys', link },
      closing: 'We send this mail at most once a day for a key.',
    }),
  'credits-used': ({ name, percent, used, limit, extra, month, end, link }) =>
    layout({
      subject: percent < 100 ? `${percent} % of your API credits are used` : 'Your API credits of this month are used up',
      heading: `Hello ${name}`,
      paragraphs: [
        `Your account has used ${used} of its plan's ${limit} API credits of ${month.slice(4)}/${month.slice(0, 4)}.`,
        extra > 0
          ? `You have ${extra} bought credits, which are used after the plan's.`
          : 'When all are used, calls are answered with status 429 until the next month, unless you upgrade the plan or buy credits.',
        ...(end ? [`At the pace of the last weeks your credits end ${end}.`] : []),
      ],
      button: { label: 'See Your Plan', link },
      closing: 'We send this mail at 50, 80 and 100 percent, each once a month and plan.',
    }),
  'security-notice': ({ name, kind, what, time, device, ip, link }) => {
    const { subject, en, zh } = noticeWords[kind];
    return layout({
      subject,
      heading: `Hello ${name}`,
      paragraphs: [
        en.replace('{what}', () => withoutLinks(what)),
        `It was at ${time} from ${isIP(ip) ? ip : 'an unknown address'} with ${withoutLinks(device) || 'an unknown device'}.`,
        'If it was you, there is nothing to do. If it was not you, lock the account here: all sessions end, and nobody can log in until you have set a new password by a mail to this address. The link works once, within a week.',
        `${zh.replace('{what}', () => withoutLinks(what))}如果不是您本人操作,请打开下面的链接锁定账户:所有会话将结束,在您通过邮件设置新密码之前,任何人都无法登录。链接一周内有效,仅可使用一次。`,
      ],
      button: { label: 'This Was Not Me · 不是我本人', link },
      closing: 'We send this mail to the address that your account has had until now.',
    });
  },
  'payment-failed': ({ name, link }) =>
    layout({
      subject: 'Your Bedplate subscription could not be renewed',
      heading: `Hello ${name}`,
      paragraphs: [
        'Your bank did not accept the payment for the next period of your plan. We will try again in the next days; the plan stays for 7 days.',
        'To keep it, please check your card.',
      ],
      button: { label: 'Check Your Card', link },
      closing: 'If you have changed your card in the meantime, there is nothing to do.',
    }),
  'receiver-gone': ({ name, address, storage, link }) =>
    layout({
      subject: 'A webhook of yours has ended',
      heading: `Hello ${name}`,
      paragraphs: [
        `The receiver of the storage ${withoutLinks(storage)} at ${withoutLinks(address)} answered 410 Gone: nothing is received there any more.`,
        'It gets no more events. Those that were waiting for it are in the list of its deliveries, from where you can send them again.',
        'If that was a mistake, save the endpoint again: from then on it receives what changes.',
      ],
      button: { label: 'Open Your Endpoints', link },
      closing: 'If you have taken the receiver down yourself, you can remove the endpoint.',
    }),
  locked: ({ name, link, ip, time }) =>
    layout({
      subject: 'Your Bedplate account is locked for a while',
      heading: `Hello ${name}`,
      paragraphs: [
        `Someone has entered a wrong password too many times, the last time at ${time} from ${ip}. Nobody can log in with your email address for 15 minutes.`,
        'If it was you, unlock the account here. The link works once, within one hour.',
      ],
      button: { label: 'Unlock Your Account', link },
      closing: 'If it was not you, there is nothing to do: your password was not guessed.',
    }),
  'staff-reply': ({ name, subject, reply, quote }) =>
    layout({
      subject: subject ? `Re: ${subject}` : 'Your message to Bedplate',
      heading: `Hello ${name}`,
      paragraphs: [...reply.split(/\n{2,}/), `You wrote: “${withoutLinks(quote.length > 600 ? `${quote.slice(0, 600)}…` : quote)}”`],
      closing: 'This is the answer of the Bedplate team to your message.',
    }),
  contact: ({ name, email, message, inbox }) =>
    layout({
      subject: `Contact: ${name}`,
      heading: `${name} wrote to us`,
      paragraphs: [...message.split(/\n{2,}/).slice(0, 40), `Answer to: ${email}`],
      button: { label: 'Open the Inbox', link: inbox },
      closing: 'Sent through the contact form. Whether the address is the writer’s is not checked.',
    }),
  health: ({ name, subject, lines, link }) =>
    layout({
      subject: `Bedplate health: ${subject.length > 120 ? `${subject.slice(0, 119)}…` : subject}`,
      heading: `Hello ${name}`,
      paragraphs: lines,
      button: { label: 'Open the Health Page', link },
      closing: 'Staff get this mail once when something begins to fail, and once when it works again.',
    }),
};

function addedBy(inviter: string, { account, project, role }: MemberPlace): string {
  const where = project === null ? 'with all its projects' : `for its project “${withoutLinks(project)}”`;
  return `${withoutLinks(inviter)} has added you to the Bedplate account of ${withoutLinks(account)}, ${where}. Your role: ${role}.`;
}
