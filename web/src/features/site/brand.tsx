import { t } from '../../texts/public.ts';

/** The mark of components/brand.tsx without the console's component library. */
function SiteMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="mark">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 2h16a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Zm0 4.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Zm16 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM8 22.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Zm16 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z"
      />
      <rect x="11" y="11" width="10" height="10" rx="2.4" fill="#fff" opacity="0.82" />
    </svg>
  );
}

export function SiteLogo({ beta = false }: { beta?: boolean }) {
  return (
    <span className="logo">
      <SiteMark />
      <span className="word">Bedplate</span>
      {beta && <span className="chip">{t('beta')}</span>}
    </span>
  );
}
