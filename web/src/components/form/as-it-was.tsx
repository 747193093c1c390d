import { memo, type ReactNode } from 'react';

interface AsItWasProps {
  /** The dialog around it is closed, and still seen. */
  isFading: boolean;
  children: ReactNode;
}

/** Stays as it was while its dialog fades: by then whoever opened it no longer knows what it is about. */
export const AsItWas = memo(
  ({ children }: AsItWasProps) => children,
  (_, { isFading }) => isFading,
);
