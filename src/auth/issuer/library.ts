import type { errors as Errors } from 'oidc-provider';

/** What oidc-provider says of each Node before 22 when it is loaded. */
const OLD_NODE = 'Unsupported runtime';

/*
 * The library, loaded without that line: all of ours is tested with the Node that we name (ADR
 * 0015), and what a service writes to stderr is for its operator to act on.
 */
const { warn } = console;
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes(OLD_NODE)) warn(...said);
};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { errors, interactionPolicy, Provider } = library;

/** An error that the library, or one of our rules in it, answers a client with. */
export type LibraryError = Errors.OIDCProviderError;
