import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';

/** A mail in a frame without any right: no script, no form, no way out. @param html of the whole mail */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isFocused = useHasFocus(frame);
  return (
    <Box
      ref={frame}
      component="iframe"
      title={t('appMails.preview')}
      sandbox=""
      srcDoc={html}
      sx={{ ...look, ...(isFocused && { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 }) }}
    />
  );
}

const look = { width: '100%', height: 520, border: 1, borderColor: 'divider', borderRadius: 1.5, bgcolor: 'background.default' };

/** A frame of its own origin never matches `:focus`: the page only loses the focus to it. */
function useHasFocus(frame: { current: HTMLIFrameElement | null }): boolean {
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const notice = () => setHasFocus(frame.current !== null && document.activeElement === frame.current);
    window.addEventListener('blur', notice);
    window.addEventListener('focus', notice);
    document.addEventListener('focusin', notice);
    return () => {
      window.removeEventListener('blur', notice);
      window.removeEventListener('focus', notice);
      document.removeEventListener('focusin', notice);
    };
  }, [frame]);
  return hasFocus;
}
