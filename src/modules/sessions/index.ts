export { endOtherSessions } from './end-other-sessions.js';
export { endSession } from './end-session.js';
export { endSessions } from './end-sessions.js';
export { isSameSecret, nameOfFactors, totpPlace } from './factors.js';
export { raiseSession } from './raise-session.js';
export { renewSession } from './renew-session.js';
export { standFactors } from './stand-factors.js';
export { type StartedSession, startSession } from './start-session.js';
export { verifySession } from './verify-session.js';
