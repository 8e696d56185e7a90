// The client for browsers: reads, plans and verified downloads. Browsers cannot send all headers of
// the identity, which the service requires for writes with a token.
export * from './shared.js';
