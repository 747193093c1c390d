import { PageDialogs } from '../../components/page-dialogs.tsx';
import { LiveRoot } from '../../lib/live/live-root.tsx';
import { useNoStrayDrops } from '../../lib/use-no-stray-drops.ts';

/** Parts of the frame that come once the page is there. */
export function LateParts() {
  useNoStrayDrops();
  return (
    <>
      <LiveRoot />
      <PageDialogs />
    </>
  );
}
