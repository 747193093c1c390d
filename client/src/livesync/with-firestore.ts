/** All of LiveSync that needs Firebase, to be loaded when something is followed. */
export { connectWithToken } from './connect.ts';
export { follow, readSpan } from './firestore-source.ts';
