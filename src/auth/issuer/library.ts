import type { errors as Errors } from 'oidc-provider';

/** The warning that oidc-provider prints for each Node before 22 when it is loaded. */
const OLD_NODE = 'Unsupported runtime';

/*
 * Loads the library without that warning. modport is tested with its supported Node (ADR 0015), and
 * operators should only see messages on stderr that they can act on.
 */
const { warn } = console;
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes(OLD_NODE)) warn(...said);
};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { errors, interactionPolicy, Provider } = library;

/** An error that the library, or a modport rule inside it, sends to a client. */
export type LibraryError = Errors.OIDCProviderError;
