import { deviceName, type UserDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { NoticeKind } from '../../services/security-notices.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Origin } from '../callers/caller.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { notMeLink } from './auth-tokens.ts';

/** A mail about a change that somebody else may have made, for the commit of the change. */
export interface Notice {
  readonly writes: readonly Write[];
  /** To deliver after the commit. */
  readonly mailId: string;
}

interface Event {
  readonly kind: NoticeKind;
  readonly origin: Origin;
  /** The name of the thing that changed, where there are several. */
  readonly what?: string;
  /** See `AuthTokenDocument`. */
  readonly disowns?: boolean;
}

interface Person {
  readonly uid: string;
  /** As before the change: the mail goes to the address of then. */
  readonly user: Pick<UserDocument<Timestamp>, 'name' | 'email'>;
}

/** Tells a person by mail, with a link that locks the account and ends its sessions, once, within a week. Decision 052. */
export function noticeTo(services: Services, { uid, user }: Person, { kind, origin, what = '', disowns = false }: Event): Notice {
  const { link, write } = notMeLink(services, uid, disowns);
  const values = {
    name: user.name,
    kind,
    what,
    time: new Date(services.clock()).toUTCString(),
    device: deviceName(origin.userAgent) ?? '',
    ip: origin.ip,
    link,
  };
  const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'security-notice', values });
  return { writes: [write, mail.write], mailId: mail.id };
}

/** The same by itself, after a change that has its own commit. */
export async function tell(services: Services, person: Person, event: Event): Promise<void> {
  const { writes, mailId } = noticeTo(services, person, event);
  await services.store.commit([...writes]);
  await deliver(services, mailId);
}
