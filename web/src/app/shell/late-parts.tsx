import { PageDialogs } from '../../components/page-dialogs.tsx';
import { LiveRoot } from '../../lib/live/live-root.tsx';

/** Parts of the frame that come once the page is there. */
export function LateParts() {
  return (
    <>
      <LiveRoot />
      <PageDialogs />
    </>
  );
}
