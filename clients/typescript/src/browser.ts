// The client for browsers: reads, plans and verified downloads. Browsers cannot send the identity
// that writes with a token demand.
export * from './shared.js';
