/** Signs the Firebase SDK in for live updates and token renewal. The console works without it, so nobody waits and a failure is a warning. */
export function signInLiveSoon(customToken: string): void {
  import('../session/firebase.ts')
    .then(({ signInLive }) => signInLive(customToken))
    .catch((cause: unknown) => console.warn('Live updates could not sign in.', cause));
}
