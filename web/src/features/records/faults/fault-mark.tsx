/** The sign of a value that does not fit its field; a sentence beside it says why. */
export function FaultMark() {
  return (
    <svg className="fault-mark" viewBox="0 0 24 24" width="14" height="14" fill="currentColor" aria-hidden="true">
      <path d="M12 2.5a1.6 1.6 0 0 1 1.4.8l9 16a1.6 1.6 0 0 1-1.4 2.4H3a1.6 1.6 0 0 1-1.4-2.4l9-16a1.6 1.6 0 0 1 1.4-.8Zm-1.1 6.3.3 6.2h1.6l.3-6.2Zm1.1 7.7a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Z" />
    </svg>
  );
}
